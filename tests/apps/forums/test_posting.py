"""Topics and posts: counters, voices, history, limits, marks."""

import hashlib
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from apps.forums.models import Board, Notice, Post, Topic, TopicRead
from apps.forums.permissions import why_not_open, why_not_reply
from apps.forums.queries import unread_topics
from apps.forums.services import boards, flood, posting
from apps.forums.services.posting import NewPoll, NewPost
from apps.forums.voices import Speaker, lord_title, speakers
from apps.games.engine.positions import current_position
from apps.games.models import Game, Seat, Step
from apps.games.problems import Refusal
from apps.games.services.lobby import gathering, starting
from engines.core import codec
from tests.pages import source

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def say(user, topic, text="Bonjour", **more):
    return posting.reply(user, topic, NewPost(text, **more), timezone.now())


def test_counters_follow_a_topic_and_its_answers(alice, bob, topic, talk):
    say(bob, topic)
    topic.refresh_from_db()
    talk.refresh_from_db()
    assert (topic.post_count, topic.last_number, topic.last_post.author) == (2, 2, bob)
    assert (talk.topic_count, talk.post_count, talk.last_topic) == (1, 2, topic)


def test_the_same_form_sent_twice_is_one_post(bob, topic):
    first = say(bob, topic, key="a" * 32)
    again = say(bob, topic, key="a" * 32)
    assert first == again
    assert topic.posts.count() == 2


def test_going_back_and_writing_on_in_the_same_form_loses_no_words(bob, topic):
    """The back button shows the form of before, with its key: other words are another message."""
    say(bob, topic, "Premier mot", key="a" * 32)
    for _click in range(2):
        say(bob, topic, "Second mot", key="a" * 32)
    again = say(bob, topic, "Premier mot", key="a" * 32)
    assert list(topic.posts.filter(number__gt=1).values_list("text", flat=True)) == [
        "Premier mot",
        "Second mot",
    ]
    assert again.number == 2


def test_posting_through_the_page_without_javascript(as_user, bob, topic):
    page = reverse("forums:reply", args=[topic.pk])
    sent = as_user(bob).post(page, {"key": "b" * 32, "voice": "player", "text": "Ma réponse", "follow": "on"})
    post = topic.posts.get(number=2)
    assert sent.url == reverse("forums:post", args=[post.pk])
    shown = as_user(bob).get(sent.url, follow=True).content.decode()
    assert "Ma réponse" in shown


def test_preview_shows_and_writes_nothing(as_user, bob, topic):
    page = reverse("forums:reply", args=[topic.pk])
    shown = as_user(bob).post(page, {"key": "b" * 32, "voice": "player", "text": "*à voir*", "preview": "1"})
    assert "<em>à voir</em>" in shown.content.decode()
    assert topic.posts.count() == 1


def test_an_empty_post_is_refused_with_words(as_user, bob, topic):
    answer = as_user(bob).post(
        reverse("forums:reply", args=[topic.pk]), {"key": "b" * 32, "voice": "player", "text": " "}
    )
    assert answer.status_code == 422
    assert topic.posts.count() == 1


def test_a_lord_speaks_under_a_frozen_name_and_arms(alice, stage, game, open_topic):
    seat = game.seats.get(user=alice)
    post = open_topic(board=stage, speaker=Speaker("lord", seat)).posts.get()
    Seat.objects.filter(pk=seat.pk).update(name="Autre Nom", arms="azure; lion or")
    post.refresh_from_db()
    assert (post.signature, post.signed_arms) == ("Sire Alice", seat.arms)


def test_the_title_of_a_lord_is_frozen_with_his_words(alice, open_topic):
    game = gathering.create_game(alice, gathering.new_game("gloire", "La cour", {"map": "scandinavie"}, 10))
    gathering.join_game(game, alice, "Narvik")
    gathering.fill_with_bots(game)
    starting.start_game(game)
    seat = Seat.objects.select_related("game").get(game=game, user=alice)
    assert lord_title(seat) == ""
    step, state = current_position(game)
    state.lords[seat.number].title = 3
    raw = codec.dump(state)
    Step.objects.filter(pk=step.pk).update(state=raw, state_hash=hashlib.sha256(raw).hexdigest())
    post = open_topic(board=boards.board_of(game), speaker=Speaker("lord", seat)).posts.get()
    assert post.signed_title == "Comte"


def test_nobody_speaks_for_the_lord_of_another(as_user, bob, charlie, stage, game):
    other = game.seats.exclude(user=bob).get()
    page = reverse("forums:new_topic", args=[stage.slug])
    data = {"key": "c" * 32, "title": "Moi, le faux", "text": "Je mens.", "voice": f"lord:{other.number}"}
    assert as_user(bob).post(page, data).status_code == 422
    assert as_user(charlie).post(page, data).status_code == 302
    assert Post.objects.count() == 0


def test_voices_of_a_player_an_outsider_and_a_site_board(alice, charlie, stage, talk):
    assert [speaker.voice for speaker in speakers(alice, stage)] == ["lord", "tale", "player"]
    assert [speaker.voice for speaker in speakers(charlie, stage)] == ["player"]
    assert [speaker.voice for speaker in speakers(alice, talk)] == ["player"]


def test_a_game_forum_is_read_by_all_and_written_by_its_players(alice, charlie, as_user, stage):
    assert as_user().get(stage.get_absolute_url()).status_code == 200
    assert why_not_open(alice, stage) == ""
    assert why_not_open(charlie, stage).startswith("Seuls les joueurs de cette partie")


def test_a_private_game_forum_is_for_its_players_alone(alice, bob, charlie, as_user, make_game):
    stage = boards.board_of(make_game(private=True))
    assert as_user(bob).get(stage.get_absolute_url()).status_code == 200
    assert as_user(charlie).get(stage.get_absolute_url()).status_code == 404
    assert as_user().get(stage.get_absolute_url()).status_code == 404


def test_every_game_gets_its_forum_with_it_and_training_none(alice, make_game):
    from apps.games.services.lobby.gathering import start_training

    game = make_game(start=False)
    assert Board.objects.get(game=game).title == "La table d’essai"
    start_training(alice, "enchere", {}, 2)
    assert Board.objects.filter(kind=Board.Kind.GAME).count() == 1


def test_chronicle_closes_on_the_referees_word_after_the_end(
    alice, referee, as_user, stage, game, open_topic
):
    topic = open_topic(board=stage)
    page = reverse("forums:close_board", args=[stage.slug])
    assert as_user(referee).post(page, {"clore": "1"}).status_code == 404
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert as_user(alice).post(page, {"clore": "1"}).status_code == 404
    as_user(referee).post(page, {"clore": "1"})
    topic = Topic.objects.select_related("board__game").get(pk=topic.pk)
    assert topic.board.is_chronicle
    assert why_not_reply(alice, topic) == "Cette chronique est close : on la lit, on n’y écrit plus."
    with pytest.raises(Refusal):
        say(alice, topic)


def test_announcements_are_opened_by_moderators_and_answered_by_all(alice, moderator, open_topic):
    board = Board.objects.get(slug="annonces")
    assert why_not_open(alice, board) == "Seuls les aides de camp ouvrent des sujets ici."
    opened = open_topic(user=moderator, board=board)
    assert say(alice, opened).number == 2


def test_association_board_is_for_members(alice, bob, as_user):
    alice.member_until = timezone.localdate() + timedelta(days=10)
    alice.save()
    page = reverse("forums:board", args=["association"])
    assert [as_user(user).get(page).status_code for user in (alice, bob, None)] == [200, 404, 404]


def test_edit_keeps_the_former_words_for_all_to_read(as_user, alice, topic):
    post = topic.posts.get()
    as_user(alice).post(reverse("forums:edit", args=[post.pk]), {"text": "Mieux dit", "reason": "faute"})
    post.refresh_from_db()
    assert (post.text, post.html, post.revisions.get().text) == (
        "Mieux dit",
        "<p>Mieux dit</p>\n",
        "Je suis **nouveau**.",
    )
    history = as_user().get(reverse("forums:history", args=[post.pk])).content.decode()
    assert "<strong>nouveau</strong>" in history


def test_nobody_edits_the_words_of_another(as_user, bob, topic):
    page = reverse("forums:edit", args=[topic.posts.get().pk])
    assert as_user(bob).get(page).status_code == 404
    assert as_user(bob).post(page, {"text": "x"}).status_code == 404


def test_a_moderators_edit_leaves_a_mark_and_tells_the_author(as_user, alice, moderator, topic):
    post = topic.posts.get()
    as_user(moderator).post(reverse("forums:edit", args=[post.pk]), {"text": "Adouci", "reason": "charte"})
    assert "modifié par la modération" in as_user().get(topic.get_absolute_url()).content.decode()
    assert Notice.objects.get(user=alice).kind == "moderation"


def test_what_a_moderator_took_out_is_read_by_moderators_alone(as_user, alice, moderator, topic):
    """An address that somebody published must not stay one click away; nor the version before it."""
    post = topic.posts.get()
    edit, history = (reverse(f"forums:{name}", args=[post.pk]) for name in ("edit", "history"))
    as_user(alice).post(edit, {"text": "Il habite rue des Lices."})
    as_user(moderator).post(edit, {"text": "[retiré]", "reason": "vie privée"})
    for reader in (None, alice):
        page = as_user(reader).get(history).content.decode()
        assert ("rue des Lices" in page, "nouveau</strong>" in page) == (False, False)
        assert ("ce qu’il disait auparavant ne se lit plus" in page, "vie privée" in page) == (True, True)
    assert "rue des Lices" in as_user(moderator).get(history).content.decode()
    as_user(alice).post(edit, {"text": "Pardon."})
    page = as_user().get(history).content.decode()
    assert ("[retiré]" in page, "rue des Lices" in page) == (True, False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"locked": True}, "Ce sujet est fermé : ses messages ne changent plus."),
        ({}, "Un message se modifie pendant trente jours ; ensuite, répondez plutôt."),
    ],
)
def test_what_no_longer_changes_has_no_link_and_says_why(as_user, alice, topic, change, said):
    post = topic.posts.get()
    edit = reverse("forums:edit", args=[post.pk])
    assert f'href="{edit}"' in as_user(alice).get(topic.get_absolute_url()).content.decode()
    Topic.objects.filter(pk=topic.pk).update(**change or {"pinned": True})
    Post.objects.filter(pk=post.pk).update(created_at=timezone.now() - timedelta(days=1 if change else 31))
    assert f'href="{edit}"' not in as_user(alice).get(topic.get_absolute_url()).content.decode()
    answer = as_user(alice).get(edit, follow=True)
    assert said in answer.content.decode()
    as_user(alice).post(edit, {"text": "Trop tard"})
    post.refresh_from_db()
    assert post.text == "Je suis **nouveau**."


def test_who_may_not_answer_does_not_vote(as_user, alice, bob, charlie, stage, open_topic):
    """Outsiders read a game's poll; in a topic that is closed nobody votes any more."""
    topic = open_topic(board=stage, poll=NewPoll("Quand ?", ("Lundi", "Mardi")))
    page, option = reverse("forums:vote", args=[topic.pk]), topic.poll.options.first().pk
    assert "Voter" in as_user(bob).get(topic.get_absolute_url()).content.decode()
    assert "Voter" not in as_user(charlie).get(topic.get_absolute_url()).content.decode()
    as_user(charlie).post(page, {"option": option})
    as_user(bob).post(page, {"option": option})
    Topic.objects.filter(pk=topic.pk).update(locked=True)
    as_user(alice).post(page, {"option": option})
    assert [ballot.user for ballot in topic.poll.ballots.all()] == [bob]


def test_poll_is_voted_changed_and_closed(as_user, alice, bob, open_topic):
    topic = open_topic(
        poll=NewPoll("Quand ?", ("Lundi", "Mardi"), ends_at=timezone.now() + timedelta(days=1))
    )
    monday, tuesday = topic.poll.options.all()
    page = reverse("forums:vote", args=[topic.pk])
    as_user(bob).post(page, {"option": monday.pk})
    as_user(bob).post(page, {"option": tuesday.pk})
    as_user(alice).post(page, {"option": [monday.pk, tuesday.pk]})
    topic.poll.refresh_from_db()
    assert ([o.votes for o in topic.poll.options.all()], topic.poll.voters) == ([0, 1], 1)
    topic.poll.ends_at = timezone.now()
    topic.poll.save()
    as_user(alice).post(page, {"option": monday.pk})
    assert topic.poll.ballots.count() == 1


def test_answers_without_their_question_are_not_dropped_in_silence(as_user, alice, talk):
    data = {"key": "e" * 32, "title": "Sondage", "voice": "player", "text": "Voici", "options": "Un\nDeux"}
    page = as_user(alice).post(reverse("forums:new_topic", args=[talk.slug]), data)
    assert page.context["form"].errors["question"] == [
        "Ces réponses attendent une question : écrivez-la, ou effacez-les."
    ]
    assert not Topic.objects.exists()


def test_a_form_with_a_poll_makes_one(as_user, alice, talk):
    data = {
        "key": "d" * 32,
        "title": "Sondage",
        "voice": "player",
        "text": "Voici",
        "question": "Qui ?",
        "options": "Un\nDeux\nUn",
        "days": "3",
    }
    as_user(alice).post(reverse("forums:new_topic", args=[talk.slug]), data)
    assert [option.text for option in Topic.objects.get().poll.options.all()] == ["Un", "Deux"]


def test_flood_is_stopped_with_words_and_the_text_stays(as_user, bob, topic):
    bob.date_joined = timezone.now() - timedelta(days=30)
    bob.save()
    most = flood.LIMITS[Post][0]
    for _n in range(most):
        say(bob, topic)
    page = reverse("forums:reply", args=[topic.pk])
    answer = as_user(bob).post(page, {"key": "e" * 32, "voice": "player", "text": "de trop"})
    assert answer.status_code == 422
    assert "Vous écrivez très vite" in answer.content.decode()
    assert "de trop" in answer.content.decode()
    assert topic.posts.count() == most + 1


def test_a_new_account_is_allowed_less(bob, topic):
    for _n in range(flood.LIMITS[Post][2]):
        say(bob, topic)
    with pytest.raises(flood.TooMuch):
        say(bob, topic)


def test_unread_marks_follow_what_was_shown(as_user, alice, bob, topic):
    now = timezone.now() + timedelta(seconds=1)
    assert [t.pk for t in unread_topics(bob, now)] == [topic.pk]
    assert list(unread_topics(alice, now)) == []
    as_user(bob).get(topic.get_absolute_url())
    assert list(unread_topics(bob, now)) == []
    say(alice, topic)
    assert [t.pk for t in unread_topics(bob, now)] == [topic.pk]
    as_user(bob).post(reverse("forums:mark_read"))
    assert list(unread_topics(bob, timezone.now())) == []


def test_a_line_stands_above_what_is_new_and_the_page_leads_there(as_user, alice, bob, topic):
    """Nothing for somebody who never read the topic; the last post for whoever read it all."""
    client, line, place = (
        as_user(bob),
        '<p class="new-mark" id="nouveau">',
        '<span class="new-place" id="nouveau"></span>',
    )
    page = source(client.get(topic.get_absolute_url()))
    assert (line in page, f'{place}<article class="post voice-player" id="m1"' in page) == (False, True)
    for n in range(20):
        posting.write_post(topic, f"n° {n}", timezone.now(), author=alice)
    assert "Premier non lu" not in source(client.get(topic.get_absolute_url()))  # it is on this page
    page = source(client.get(topic.get_absolute_url()))
    assert 'href="?page=unread#nouveau">Premier non lu' in page
    page = source(client.get(topic.get_absolute_url() + "?page=unread"))
    assert f'{line}<span>Nouveaux messages</span></p><article class="post voice-player" id="m16"' in page
    page = source(client.get(topic.get_absolute_url() + "?page=unread"))
    assert f'{place}<article class="post voice-player" id="m21"' in page


@pytest.mark.parametrize("voice", ["player", "tale", "lord"])
def test_an_answer_speaks_like_its_topic_until_told_otherwise(as_user, bob, stage, open_topic, voice):
    """Whoever chats in a topic of players must not find that their lord has spoken."""
    topic = open_topic(board=stage)
    Topic.objects.filter(pk=topic.pk).update(voice=voice)
    for page in (topic.get_absolute_url(), reverse("forums:reply", args=[topic.pk])):
        assert as_user(bob).get(page).context["form"]["voice"].initial.split(":")[0] == voice


def test_the_mark_of_a_reader_never_goes_back(as_user, bob, topic):
    for n in range(20):
        posting.write_post(topic, f"n° {n}", timezone.now(), author=topic.author)
    as_user(bob).get(topic.get_absolute_url() + "?page=last")
    as_user(bob).get(topic.get_absolute_url())
    assert TopicRead.objects.get(user=bob).number == 21


def test_pages_are_cut_by_number_and_permalinks_find_them(as_user, topic):
    for n in range(20):
        posting.write_post(topic, f"n° {n}", timezone.now(), author=topic.author)
    last = topic.posts.last()
    link = as_user().get(reverse("forums:post", args=[last.pk]))
    assert link.url == f"/forums/sujet/{topic.pk}/?page=2#m21"
    page = as_user().get(topic.get_absolute_url() + "?page=2")
    assert [post.number for post in page.context["posts"]] == [16, 17, 18, 19, 20, 21]
    assert [
        as_user().get(topic.get_absolute_url() + f"?page={n}").status_code for n in ("3", "0", "x", "9" * 30)
    ] == [404] * 4


def test_search_finds_every_word_and_only_what_one_may_read(as_user, alice, charlie, make_game, open_topic):
    open_topic(text="Le dragon dort sous la montagne")
    open_topic(board=boards.board_of(make_game(private=True)), text="Le dragon secret")
    page = reverse("forums:search") + "?q=dragon"
    assert as_user(charlie).get(page).context["page"].paginator.count == 1
    assert as_user(alice).get(page).context["page"].paginator.count == 2
    assert as_user().get(reverse("forums:search") + "?q=montagne+dragon").context["page"].paginator.count == 1


def test_feeds_carry_absolute_addresses_and_nothing_private(as_user, make_game, open_topic, settings):
    open_topic(text="Voir [la charte](/compte/charte/)")
    open_topic(board=boards.board_of(make_game(private=True)), title="Complot", text="secret")
    feed = as_user().get(reverse("forums:feed"))
    assert feed["Content-Type"].startswith("application/atom+xml")
    text = feed.content.decode()
    assert settings.SITE_URL + "/compte/charte/" in text
    assert "Complot" not in text


def test_a_feed_that_says_nothing_yet_is_the_same_an_hour_later(as_user):
    feed = reverse("forums:feed")
    first = as_user().get(feed)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        later = as_user().get(feed)
    assert b"<entry>" not in first.content
    assert (later.content, later["Last-Modified"]) == (first.content, first["Last-Modified"])


def test_a_locked_topic_takes_answers_from_moderators_alone(alice, moderator, topic):
    Topic.objects.filter(pk=topic.pk).update(locked=True)
    with pytest.raises(Refusal):
        say(alice, topic)
    assert say(moderator, topic).number == 2
