"""Reports, hiding, sanctions, appeals, inquiries: private, logged, told to those concerned."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.forums.models import Inquiry, ModeratorAct, Notice, Post, Report, Sanction
from apps.forums.reportable import find
from apps.forums.services import letters, moderation, posting
from apps.forums.services.letters import NewLetter
from apps.games.models import Game
from apps.games.problems import Refusal
from tests.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def post(topic):
    return topic.posts.get()


@pytest.fixture
def report(bob, post):
    return moderation.report(bob, find("message", post.pk), "insult", "Il exagère.", timezone.now())


def test_a_report_reaches_the_moderators_and_nobody_else(as_user, alice, bob, moderator, post):
    page = reverse("forums:report", args=["message", post.pk])
    as_user(bob).post(page, {"reason": "insult", "words": "Il exagère."})
    found = Report.objects.get()
    assert (found.reporter, found.about, found.excerpt) == (bob, alice, post.text)
    assert Notice.objects.get().user == moderator
    shown = as_user(moderator).get(reverse("forums:report_page", args=[found.pk])).content.decode()
    assert "Il exagère." in shown
    for person in (alice, bob, None):
        assert as_user(person).get(reverse("forums:report_page", args=[found.pk])).status_code == 404


def test_the_same_thing_is_reported_once_by_a_person(as_user, bob, post, report):
    answer = as_user(bob).post(
        reverse("forums:report", args=["message", post.pk]), {"reason": "spam"}, follow=True
    )
    assert "Vous l’avez déjà signalé" in answer.content.decode()
    assert Report.objects.count() == 1


def test_what_one_may_not_see_one_may_not_report(as_user, charlie, alice, bob):
    letter = letters.send(alice, NewLetter("players", "x", "secret", [bob]), timezone.now()).messages.get()
    assert as_user(charlie).get(reverse("forums:report", args=["lettre", letter.pk])).status_code == 404
    assert as_user(bob).get(reverse("forums:report", args=["lettre", letter.pk])).status_code == 200
    assert as_user(bob).get(reverse("forums:report", args=["rien", 1])).status_code == 404


def test_reading_a_reported_letter_is_logged(as_user, alice, bob, moderator):
    letter = letters.send(alice, NewLetter("players", "x", "vilain", [bob]), timezone.now()).messages.get()
    found = moderation.report(bob, find("lettre", letter.pk), "insult", "", timezone.now())
    as_user(moderator).get(reverse("forums:report_page", args=[found.pk]))
    assert ModeratorAct.objects.get().kind == "read"
    as_user(moderator).post(reverse("forums:act_on_report", args=[found.pk, "cacher"]), {"words": "charte"})
    assert (
        "cachée par la modération"
        in as_user(bob).get(letter.conversation.get_absolute_url()).content.decode()
    )


def test_every_look_at_a_reported_letter_is_logged_after_its_conclusion_too(as_user, alice, bob, moderator):
    letter = letters.send(alice, NewLetter("players", "x", "vilain", [bob]), timezone.now()).messages.get()
    found = moderation.report(bob, find("lettre", letter.pk), "insult", "", timezone.now())
    moderation.close_report(moderator, found, "rien", timezone.now())
    as_user(moderator).get(reverse("forums:report_page", args=[found.pk]))
    assert ModeratorAct.objects.filter(kind="read").count() == 1


def test_a_moderator_who_plays_does_not_read_the_reported_letters_of_that_game(
    as_user, alice, bob, moderator, referee, make_game
):
    """Two rivals' letter would otherwise be read by a third: others judge it."""
    game = make_game(players=[alice, bob, moderator])
    mine, theirs = (game.seats.select_related("game", "user").get(user=user) for user in (alice, bob))
    sent = letters.send(
        alice, NewLetter("lords", "Contre elle", "Marchons.", [theirs], game, mine), timezone.now()
    )
    found = moderation.report(bob, find("lettre", sent.messages.get().pk), "insult", "", timezone.now())
    assert [notice.user for notice in Notice.objects.filter(kind="report")] == [referee]
    page, act = (reverse("forums:report_page", args=[found.pk]), ["forums:act_on_report", found.pk, "cacher"])
    assert [as_user(user).get(page).status_code for user in (moderator, referee)] == [404, 200]
    assert as_user(moderator).post(reverse(act[0], args=act[1:]), {"words": "x"}).status_code == 404
    queue = reverse("forums:moderation")
    assert [page in as_user(user).get(queue).content.decode() for user in (moderator, referee)] == [
        False,
        True,
    ]


def test_nobody_judges_a_report_about_themselves_nor_learns_who_made_it(
    as_user, bob, moderator, referee, open_topic
):
    post = open_topic(user=moderator).posts.get()
    found = moderation.report(bob, find("message", post.pk), "insult", "", timezone.now())
    page = reverse("forums:report_page", args=[found.pk])
    assert [notice.user for notice in Notice.objects.filter(kind="report")] == [referee]
    assert [as_user(user).get(page).status_code for user in (moderator, referee)] == [404, 200]
    assert page not in as_user(moderator).get(reverse("forums:moderation")).content.decode()


def test_a_post_of_a_hidden_topic_is_hidden_without_upsetting_the_counters(moderator, talk, topic, post):
    moderation.hide_topic(moderator, topic, "doublon", timezone.now())
    moderation.hide_post(moderator, post, "et vif", timezone.now())
    talk.refresh_from_db()
    assert talk.post_count == 0
    moderation.hide_post(moderator, post, "", timezone.now(), hidden=False)
    moderation.hide_topic(moderator, topic, "", timezone.now(), hidden=False)
    talk.refresh_from_db()
    assert (talk.post_count, talk.topic_count) == (1, 1)


def test_whose_sanction_is_lifted_is_told(as_user, alice, moderator):
    written = moderation.sanction(moderator, alice, "mute", "Bruit.", timezone.now())
    as_user(alice).get(reverse("forums:sanctions"))
    as_user(moderator).post(reverse("forums:act_on_sanction", args=[written.pk, "lever"]))
    assert Notice.objects.unread().get(user=alice).text == "La modération vous a écrit : silence, levé"
    as_user(moderator).post(reverse("forums:act_on_sanction", args=[written.pk, "lever"]))
    assert ModeratorAct.objects.filter(kind="lift").count() == 1


def test_hidden_words_are_gone_for_all_but_moderators_and_can_come_back(
    as_user, alice, bob, moderator, topic, post, report
):
    act = reverse("forums:act_on_report", args=[report.pk, "cacher"])
    as_user(moderator).post(act, {"words": "hors charte"})
    topic.refresh_from_db()
    assert topic.post_count == 0
    assert "nouveau</strong>" not in as_user(bob).get(topic.get_absolute_url()).content.decode()
    assert "nouveau</strong>" not in as_user().get(reverse("forums:feed")).content.decode()
    assert "nouveau</strong>" in as_user(moderator).get(topic.get_absolute_url()).content.decode()
    assert as_user(bob).get(reverse("forums:history", args=[post.pk])).status_code == 404
    assert Notice.objects.filter(user=alice, kind="moderation").count() == 1
    as_user(moderator).post(act, {"hidden": "0"})
    assert "nouveau</strong>" in as_user(bob).get(topic.get_absolute_url()).content.decode()


@pytest.mark.parametrize("verb", ["hide_post", "settle", "act_on_report"])
def test_nothing_is_hidden_without_a_reason(as_user, moderator, topic, post, report, verb):
    place = {
        "hide_post": (reverse("forums:hide_post", args=[post.pk]), {}),
        "settle": (reverse("forums:settle", args=[post.topic_id]), {"hide": "1"}),
        "act_on_report": (reverse("forums:act_on_report", args=[report.pk, "cacher"]), {}),
    }
    address, data = place[verb]
    page = as_user(moderator).post(address, {**data, "words": "  "}, follow=True).content.decode()
    assert "Écrivez quelques mots, 300 caractères au plus" in page
    post.refresh_from_db()
    post.topic.refresh_from_db()
    assert (post.hidden_at, post.topic.hidden_at) == (None, None)


def test_closing_a_report_closes_its_twins_and_puts_the_notices_out(
    as_user, bob, charlie, moderator, post, report
):
    moderation.report(charlie, find("message", post.pk), "spam", "", timezone.now())
    as_user(moderator).post(
        reverse("forums:act_on_report", args=[report.pk, "classer"]), {"words": "rien de grave"}
    )
    assert Report.objects.filter(closed_at=None).count() == 0
    assert Notice.objects.unread().filter(kind="report").count() == 0


def test_a_silenced_person_reads_and_does_not_write_until_the_term(as_user, alice, bob, moderator, topic):
    page = reverse("forums:moderated_player", args=["Bob"])
    as_user(moderator).post(page, {"kind": "mute", "days": "7", "reason": "Trop de bruit."})
    written = Sanction.objects.get()
    assert timedelta(days=6) < written.until - timezone.now() < timedelta(days=8)
    assert Mail.objects.filter(user=bob, kind="security").count() == 1
    with pytest.raises(Refusal, match="silence"):
        posting.reply(bob, topic, posting.NewPost("encore"), timezone.now())
    shown = as_user(bob).get(topic.get_absolute_url()).content.decode()
    assert "Mes sanctions" in shown
    assert 'name="text"' not in shown
    Sanction.objects.update(until=timezone.now())
    assert posting.reply(bob, topic, posting.NewPost("encore"), timezone.now()).number == 2


def test_a_banned_person_sends_nothing_but_an_appeal(as_user, alice, moderator, game, settings):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "apps.forums.middleware.BanMiddleware"]
    moderation.sanction(moderator, alice, "ban", "Deux comptes.", timezone.now())
    client = as_user(alice)
    assert client.get(reverse("games:mine")).status_code == 200
    refused = client.post(reverse("games:people-act", args=[game.code, "quitter"]))
    assert refused.url == reverse("forums:sanctions")
    assert "Rien n’a été enregistré : votre compte est banni." in client.get(refused.url).content.decode()
    assert game.seats.get(user=alice).state == "held"
    client.post(reverse("forums:appeal", args=[Sanction.objects.get().pk]), {"words": "C’est mon frère."})
    assert Sanction.objects.get().appeal == "C’est mon frère."


def test_an_appeal_is_answered_by_another_and_may_lift(as_user, alice, moderator, referee):
    written = moderation.sanction(
        moderator, alice, "mute", "Bruit.", timezone.now(), until=timezone.now() + timedelta(days=3)
    )
    as_user(alice).post(reverse("forums:appeal", args=[written.pk]), {"words": "Je m’excuse."})
    act = reverse("forums:act_on_sanction", args=[written.pk, "repondre"])
    as_user(moderator).post(act, {"words": "Non."})
    assert Sanction.objects.get().answered_at is None
    as_user(referee).post(act, {"words": "Soit.", "lever": "1"})
    done = Sanction.objects.get()
    assert (done.answer, done.runs) == ("Soit.", False)
    assert "Soit." in as_user(alice).get(reverse("forums:sanctions")).content.decode()


def test_what_is_lifted_is_not_appealed_any_more(as_user, alice, moderator):
    written = moderation.sanction(moderator, alice, "warning", "Doucement.", timezone.now())
    assert "Faire appel" in as_user(alice).get(reverse("forums:sanctions")).content.decode()
    moderation.lift(moderator, written, timezone.now())
    assert "Faire appel" not in as_user(alice).get(reverse("forums:sanctions")).content.decode()


def test_nobody_appeals_for_another_nor_sanctions_a_moderator(as_user, alice, bob, moderator, referee):
    written = moderation.sanction(moderator, alice, "warning", "Doucement.", timezone.now())
    assert as_user(bob).post(reverse("forums:appeal", args=[written.pk]), {"words": "x"}).status_code == 404
    with pytest.raises(Refusal):
        moderation.sanction(moderator, referee, "mute", "x", timezone.now())


def test_a_warning_silences_nobody(alice, moderator, topic):
    moderation.sanction(moderator, alice, "warning", "Doucement.", timezone.now())
    assert posting.reply(alice, topic, posting.NewPost("compris"), timezone.now()).number == 2


def test_an_inquiry_freezes_the_game_and_its_conclusion_lets_it_go(as_user, moderator, game):
    page = reverse("forums:inquiry", args=[game.code])
    as_user(moderator).post(page, {"words": "Deux comptes ?"})
    game.refresh_from_db()
    assert (game.status, Inquiry.objects.get().reason) == (Game.Status.PAUSED, "Deux comptes ?")
    as_user(moderator).post(page, {"words": "Deux frères."})
    game.refresh_from_db()
    assert (game.status, Inquiry.objects.get().conclusion) == (Game.Status.RUNNING, "Deux frères.")


def test_an_inquiry_is_found_from_the_forum_of_the_game_and_from_its_players(
    as_user, alice, moderator, game, stage
):
    link = f'href="{reverse("forums:inquiry", args=[game.code])}"'
    places = (stage.get_absolute_url(), reverse("forums:moderated_player", args=[alice.username]))
    assert [link in as_user(moderator).get(place).content.decode() for place in places] == [True, True]
    assert link not in as_user(alice).get(stage.get_absolute_url()).content.decode()


def test_a_moderator_does_not_look_into_his_own_game(alice, moderator, make_game):
    with pytest.raises(Refusal, match="Vous jouez"):
        moderation.open_inquiry(moderator, make_game(players=[alice, moderator]), "x", timezone.now())


def test_topics_are_pinned_locked_moved_renamed_and_hidden(as_user, bob, moderator, topic):
    from apps.forums.models import Board

    goal = Board.objects.get(slug="coup-de-gueule")
    page = reverse("forums:settle", args=[topic.pk])
    as_user(moderator).post(page, {"title": "Plus clair", "pinned": "on", "locked": "on", "board": goal.pk})
    topic.refresh_from_db()
    goal.refresh_from_db()
    assert (topic.title, topic.pinned, topic.locked, topic.board, goal.post_count) == (
        "Plus clair",
        True,
        True,
        goal,
        1,
    )
    assert ModeratorAct.objects.count() == 4
    as_user(moderator).post(page, {"hide": "1", "words": "doublon"})
    assert as_user(bob).get(topic.get_absolute_url()).status_code == 404
    goal.refresh_from_db()
    assert (goal.topic_count, goal.last_topic) == (0, None)


def test_a_moderator_without_a_second_factor_is_told_to_get_one(as_user, make_user):
    bare = make_user("Louis", role="moderator")
    assert as_user(bare).get(reverse("forums:moderation")).status_code == 403


def test_the_log_names_every_act(as_user, moderator, alice, topic):
    """Whom a verb is about, whose a thing is, and which way it went."""
    now, post = timezone.now(), topic.posts.get()
    moderation.sanction(moderator, alice, "warning", "Doucement.", now)
    moderation.hide_post(moderator, post, "trop vif", now)
    moderation.settle_topic(
        moderator, topic, now, pinned=True, locked=False, title=topic.title, board=topic.board
    )
    moderation.settle_topic(
        moderator, topic, now, pinned=False, locked=True, title="Bonjour", board=topic.board
    )
    said = words(as_user(moderator).get(reverse("forums:moderation_log")).content.decode())
    for sentence in (
        "a averti Alice — Doucement.",
        "a caché Bonjour à tous (Alice) — trop vif",
        "a épinglé ou décroché Bonjour à tous (Alice) — épinglé",
        "a épinglé ou décroché Bonjour à tous (Alice) — décroché",
        "a fermé ou rouvert Bonjour à tous (Alice) — fermé",
        "a modifié Bonjour (Alice) — auparavant : Bonjour à tous",
    ):
        assert sentence in said


def test_posts_of_retired_people_stay_without_their_name(as_user, alice, topic):
    from apps.accounts.services import retire_account

    retire_account(alice, timezone.now())
    shown = as_user().get(topic.get_absolute_url()).content.decode()
    assert "Alice" not in shown
    assert "Joueur retiré" in shown
    assert Post.objects.count() == 1


def test_whoever_wrote_it_is_led_to_where_it_is_hidden(as_user, alice, bob, moderator, topic, post):
    """A hidden post keeps its place in the topic, a hidden letter in its conversation; a hidden topic leaves
    its board."""
    sent = letters.send(alice, NewLetter("players", "x", "Idiot !", [bob]), timezone.now())
    moderation.hide_post(moderator, post, "trop vif", timezone.now())
    moderation.hide_letter(moderator, sent.messages.get(), "injure", timezone.now())
    moderation.hide_topic(moderator, topic, "hors sujet", timezone.now())
    told = Notice.objects.filter(user=alice, kind="moderation").order_by("pk").values_list("url", flat=True)
    assert list(told) == [
        f"/forums/sujet/{topic.pk}/?page=1#m1",
        sent.get_absolute_url(),
        topic.board.get_absolute_url(),
    ]
    moderation.hide_topic(moderator, topic, "", timezone.now(), hidden=False)
    assert "caché par la modération. trop vif" in as_user(alice).get(told[0]).content.decode()
    assert "cachée par la modération. injure" in as_user(alice).get(told[1]).content.decode()


def test_the_log_leads_to_a_hidden_topic(as_user, moderator, topic):
    moderation.hide_topic(moderator, topic, "hors sujet", timezone.now())
    act = ModeratorAct.objects.get(kind="hide")
    assert as_user(moderator).get(act.url).status_code == 200
    assert f'href="{topic.get_absolute_url()}"' not in as_user(moderator).get(act.url).content.decode()


def test_a_refusal_leads_to_ones_sanctions(as_user, bob, alice, moderator, topic, open_topic):
    """Wherever somebody who was silenced may still look: the topic, a conversation, a form they had open."""
    sent = letters.send(alice, NewLetter("players", "x", "Bonjour", [bob]), timezone.now())
    moderation.sanction(moderator, bob, "mute", "Bruit.", timezone.now())
    link = '<a href="/forums/sanctions/">« Mes sanctions »</a>'
    client, data = as_user(bob), {"key": "a" * 32, "voice": "player", "text": "Encore", "title": "Un sujet"}
    assert link in client.get(topic.get_absolute_url()).content.decode()
    assert link in client.get(sent.get_absolute_url()).content.decode()
    for page in (
        reverse("forums:reply", args=[topic.pk]),
        reverse("forums:new_topic", args=[topic.board.slug]),
    ):
        answer = client.post(page, data)
        assert (answer.status_code, link in answer.content.decode()) == (422, True)


def test_somebody_silenced_reads_a_poll_and_does_not_vote(as_user, bob, moderator, open_topic):
    topic = open_topic(poll=posting.NewPoll("Oui ?", ("Oui", "Non")))
    assert "Voter" in as_user(bob).get(topic.get_absolute_url()).content.decode()
    moderation.sanction(moderator, bob, "mute", "Bruit.", timezone.now())
    page = as_user(bob).get(topic.get_absolute_url()).content.decode()
    assert ("Oui ?" in page, "Voter" in page) == (True, False)


def test_terms_are_counted_in_good_french(as_user, moderator, alice):
    page = as_user(moderator).get(reverse("forums:moderated_player", args=["Alice"])).content.decode()
    assert ("1 jour<" in page, "3 jours<" in page, "1 jours" in page) == (True, True, False)


def test_a_conclusion_that_is_too_long_is_refused_whole(as_user, moderator, report):
    act = reverse("forums:act_on_report", args=[report.pk, "classer"])
    answer = as_user(moderator).post(act, {"words": "x" * 301}, follow=True)
    assert "300 caractères au plus" in answer.content.decode()
    assert Report.objects.get().closed_at is None
