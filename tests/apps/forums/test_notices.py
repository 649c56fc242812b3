"""What waits: mentions, answers, letters, the header's number, the mails and their rhythm, the seats that
open."""

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import MailPreference
from apps.courier.models import Mail
from apps.forums.models import Board, Notice, Topic
from apps.forums.services import boards, letters, posting
from apps.forums.services.letters import NewLetter
from apps.forums.services.posting import NewPost
from apps.games.models import Seat, SeatHolder
from apps.games.services.seats import absence
from apps.games.services.seats.answers import open_to_substitute
from apps.site.hooks import waiting_for

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def say(user, topic, text):
    return posting.reply(user, topic, NewPost(text), timezone.now())


def test_a_mention_waits_for_the_one_it_names(as_user, alice, bob, topic):
    post = say(alice, topic, "Qu’en pense @bob ?")
    notice = Notice.objects.get(user=bob)
    assert (notice.kind, notice.url, notice.text) == (
        "mention",
        post.get_absolute_url(),
        "Alice vous cite dans « Bonjour à tous »",
    )
    assert waiting_for(bob) == 1
    as_user(bob).get(topic.get_absolute_url())
    assert waiting_for(bob) == 0


def test_nobody_is_told_of_what_they_may_not_read(alice, charlie, make_game, open_topic):
    open_topic(board=boards.board_of(make_game(private=True)), text="@Charlie ne saura rien")
    assert Notice.objects.filter(user=charlie).count() == 0


def test_followers_are_told_once_until_they_come_back(as_user, alice, bob, topic):
    say(bob, topic, "un")
    say(bob, topic, "deux")
    assert Notice.objects.get(user=alice).text == "Bob a répondu dans « Bonjour à tous »"
    mail = Mail.objects.get(user=alice, kind="replies")
    assert mail.state == Mail.State.GATHERING
    as_user(alice).get(topic.get_absolute_url())
    say(bob, topic, "trois")
    assert Mail.objects.filter(user=alice, kind="replies").count() == 2


def test_each_kind_of_mail_comes_at_once_daily_or_never(alice, bob, charlie, topic):
    boards.follow(charlie, topic=topic)
    MailPreference.objects.create(user=alice, kind="replies", frequency="at_once")
    MailPreference.objects.create(user=charlie, kind="replies", frequency="never")
    say(bob, topic, "un")
    states = {mail.user.username: mail.state for mail in Mail.objects.filter(kind="replies")}
    assert states == {"Alice": Mail.State.WAITING, "Charlie": Mail.State.HELD}


def test_who_unfollows_hears_no_more(as_user, alice, bob, topic):
    as_user(alice).post(reverse("forums:follow_topic", args=[topic.pk]))
    say(bob, topic, "un")
    assert Notice.objects.count() == 0


def test_who_follows_a_board_hears_of_new_topics(as_user, alice, bob, talk, open_topic):
    as_user(bob).post(reverse("forums:follow_board", args=[talk.slug]), {"suivre": "1"})
    open_topic(title="Du nouveau")
    assert Notice.objects.get(user=bob).text == "Alice a ouvert « Du nouveau »"


def test_the_page_lists_games_letters_and_mentions_together(as_user, alice, bob, game, topic):
    from tests.apps.games.conftest import pending

    step = pending(game)
    asked = game.seats.get(number=step.asked[0]).user
    other = bob if asked == alice else alice
    letters.send(other, NewLetter("players", "Salut", "Toi", [asked]), timezone.now())
    shown = as_user(asked).get(reverse("forums:waiting")).content.decode()
    assert game.name in shown
    assert f"{other.username} vous a écrit" in shown
    assert waiting_for(asked) == 2


def test_a_line_is_opened_put_out_and_belongs_to_one_person(as_user, alice, bob, charlie, topic):
    say(alice, topic, "@Bob ?")
    notice = Notice.objects.get(user=bob)
    page = reverse("forums:open_notice", args=[notice.pk])
    assert as_user(charlie).post(page).status_code == 404
    assert as_user(bob).post(page).url == notice.url
    assert waiting_for(bob) == 0


def test_everything_is_put_out_at_once(as_user, alice, bob, topic):
    say(alice, topic, "@Bob ?")
    as_user(bob).post(reverse("forums:all_read"))
    assert waiting_for(bob) == 0


def test_an_open_seat_announces_itself_and_closes_when_taken(alice, bob, charlie, game):
    seat = game.seats.select_related("game", "user").get(user=alice)
    open_to_substitute(seat, 1, SeatHolder.Reason.RESIGNED)
    open_to_substitute(seat, 1, SeatHolder.Reason.RESIGNED)
    topic = Topic.objects.get(board__slug="cherche-remplacant")
    assert topic.title == "La table d’essai : qui reprendra Sire Alice ?"
    assert topic.posts.get().signature == "Le Scribe royal"
    assert f"/parties/{game.code}/partie/" in topic.posts.get().html
    absence.take_seat(Seat.objects.get(pk=seat.pk), charlie)
    topic.refresh_from_db()
    assert (topic.locked, topic.post_count) == (True, 2)


def test_a_private_game_seeks_its_substitutes_by_itself(alice, make_game):
    game = make_game(private=True)
    open_to_substitute(
        game.seats.select_related("game", "user").get(user=alice), 1, SeatHolder.Reason.RESIGNED
    )
    assert Topic.objects.count() == 0


def test_tabs_of_a_game_lead_to_its_forum_and_letters(as_user, alice, charlie, game, stage, open_topic, bob):
    open_topic(user=bob, board=stage)
    tabs = {tab["label"]: tab for tab in as_user(alice).get(game.get_absolute_url()).context["tabs"]}
    assert (tabs["Forum"]["url"], tabs["Forum"]["count"]) == (stage.get_absolute_url(), 1)
    assert "Lettres" in tabs
    labels = [tab["label"] for tab in as_user(charlie).get(game.get_absolute_url()).context["tabs"]]
    assert "Lettres" not in labels


def test_the_site_has_its_boards(db):
    slugs = set(Board.objects.of_site().values_list("slug", flat=True))
    assert {
        "annonces",
        "nouveaux-venus",
        "cherche-remplacant",
        "coup-de-gueule",
        "association",
        "table-gloire",
    } <= slugs


def test_a_profile_counts_what_everybody_may_read(as_user, alice, charlie, make_game, open_topic):
    """How much somebody writes in a private game is that table's own affair."""
    open_topic()
    open_topic(board=boards.board_of(make_game(private=True)), text="secret")
    page = as_user(charlie).get(reverse("accounts:player", args=["Alice"])).content.decode()
    assert "1 message au forum." in page


def test_the_export_holds_what_one_wrote(alice, bob, topic):
    from apps.forums.hooks import exported_talk

    letters.send(alice, NewLetter("players", "Salut", "Toi", [bob]), timezone.now())
    data = exported_talk(alice)
    assert ([m["texte"] for m in data["messages"]], [m["texte"] for m in data["lettres"]]) == (
        ["Je suis **nouveau**."],
        ["Toi"],
    )
