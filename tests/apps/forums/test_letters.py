"""Letters: who reads them, when they are closed, what their mails say."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from apps.forums.models import (
    Block,
    Conversation,
    LetterChoice,
    LetterDraft,
    Message,
    Notice,
    Participant,
    Sanction,
)
from apps.forums.services import letters
from apps.forums.services.letters import NewLetter
from apps.games.models import Game, Seat, Step
from apps.games.problems import Refusal
from apps.games.referee import course as referee_verbs
from apps.games.services.deadlines import outage
from tests.pages import source

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def seats(game, alice, bob):
    return game.seats.select_related("game", "user").get(user=alice), game.seats.select_related("user").get(
        user=bob
    )


@pytest.fixture
def conversation(alice, game, seats):
    return letters.send(
        alice,
        NewLetter("lords", "Une alliance", "Marchons **ensemble**.", [seats[1]], game, seats[0]),
        timezone.now(),
    )


def side(conversation, user):
    return Participant.objects.of(user).get(conversation=conversation)


def test_a_lord_writes_to_a_lord_by_the_page(as_user, alice, bob, game, seats):
    page = reverse("forums:write") + f"?game={game.code}&seat={seats[1].number}"
    form = as_user(alice).get(page).context["form"]
    assert form.initial["recipients"] == [str(seats[1].number)]
    data = {
        "key": "a" * 32,
        "sender": seats[0].number,
        "recipients": [seats[1].number],
        "subject": "Paix",
        "text": "Signons.",
    }
    sent = as_user(alice).post(page, data)
    shown = as_user(bob).get(sent.url).content.decode()
    assert "Signons." in shown
    assert "Sire Alice" in shown


def test_only_the_two_sides_read_a_letter(as_user, bob, charlie, moderator, referee, conversation):
    page = conversation.get_absolute_url()
    assert as_user(bob).get(page).status_code == 200
    for outsider in (charlie, moderator, referee):
        assert as_user(outsider).get(page).status_code == 404
    assert as_user().get(page).status_code == 302


def test_letters_stay_with_the_seat_when_a_substitute_takes_it(as_user, bob, charlie, seats, conversation):
    Seat.objects.filter(pk=seats[1].pk).update(user=charlie)
    page = conversation.get_absolute_url()
    assert [as_user(user).get(page).status_code for user in (charlie, bob)] == [200, 404]


def test_letters_between_lords_close_while_the_game_waits_for_a_late_player(
    alice, bob, referee, game, seats, conversation
):
    """From the hour that was put off to the end of the turn; the referee can always be written to."""
    deadline = Step.objects.pending().get(game=game).due_at
    referee_verbs.postpone(game, referee, "Bob est en retard")
    assert letters.why_lords_are_silent(game, deadline - timedelta(minutes=1)) == ""
    late = deadline + timedelta(minutes=1)
    assert letters.why_lords_are_silent(game, late).startswith("La partie attend un retardataire")
    with pytest.raises(Refusal, match="retardataire"):
        letters.answer(bob, side(conversation, bob), "Oui", late)
    with pytest.raises(Refusal, match="retardataire"):
        letters.send(alice, NewLetter("lords", "x", "y", [seats[1]], game, seats[0]), late)
    assert letters.send(alice, NewLetter("players", "Hors jeu", "Salut", [bob]), late).kind == "players"
    asked = letters.send(alice, NewLetter("referee", "Et alors ?", "On attend", game=game), late)
    assert asked.kind == "referee"


def test_letters_open_again_with_the_next_turn(referee, game):
    step = Step.objects.pending().get(game=game)
    deadline = step.due_at
    referee_verbs.postpone(game, referee, "Bob est en retard")
    Step.objects.filter(pk=step.pk).update(
        scheduled_at=deadline + timedelta(days=1), due_at=deadline + timedelta(days=1)
    )
    assert letters.why_lords_are_silent(game, deadline + timedelta(hours=1)) == ""


def test_a_second_extension_keeps_them_closed_from_the_first_hour_on(referee, game):
    deadline = Step.objects.pending().get(game=game).due_at
    referee_verbs.postpone(game, referee, "Bob est en retard")
    referee_verbs.postpone(game, referee, "Il arrive")
    assert letters.why_lords_are_silent(game, deadline + timedelta(hours=1)) != ""


def test_time_given_back_after_a_pause_or_an_outage_leaves_letters_open(referee, game):
    step = Step.objects.pending().get(game=game)
    late = step.due_at + timedelta(hours=1)
    referee_verbs.pause(game, referee, "Vacances")
    referee_verbs.resume(Game.objects.get(pk=game.pk), referee, "Retour")
    Step.objects.filter(pk=step.pk).update(due_at=step.due_at + timedelta(days=14))
    assert letters.why_lords_are_silent(game, late) == ""
    outage.give_back(step.due_at + timedelta(days=14), timedelta(hours=2))
    assert Step.objects.get(pk=step.pk).due_at == step.due_at + timedelta(days=14, hours=2)
    assert letters.why_lords_are_silent(game, late) == ""


def test_after_the_end_letters_are_read_and_no_longer_written(as_user, bob, game, conversation):
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert "on n’en écrit plus" in as_user(bob).get(conversation.get_absolute_url()).content.decode()
    as_user(bob).post(conversation.get_absolute_url(), {"key": "b" * 32, "text": "trop tard"})
    assert Message.objects.count() == 1


def test_a_group_of_three_reads_and_answers_together(alice, bob, charlie, make_game):
    game = make_game(players=[alice, bob, charlie], seats=3)
    one, two, three = game.seats.select_related("game", "user").order_by("number")
    group = letters.send(
        alice, NewLetter("lords", "Ligue", "À trois", [two, three], game, one), timezone.now()
    )
    letters.answer(charlie, side(group, charlie), "J’en suis", timezone.now())
    assert set(Notice.objects.unread().values_list("user__username", flat=True)) == {
        "Alice",
        "Bob",
        "Charlie",
    }
    letters.leave(side(group, bob), timezone.now())
    assert not Participant.objects.of(bob).filter(conversation=group).exists()


def test_a_conversation_of_two_is_not_left_but_archived(bob, conversation):
    with pytest.raises(Refusal):
        letters.leave(side(conversation, bob), timezone.now())
    letters.archive(side(conversation, bob), timezone.now())
    letters.answer(
        side(conversation, bob).conversation.participants.first().seat.user,
        conversation.participants.first(),
        "Alors ?",
        timezone.now(),
    )
    assert side(conversation, bob).archived_at is None


def test_players_write_to_players_by_name(as_user, alice, bob, charlie):
    page = reverse("forums:write")
    data = {"key": "c" * 32, "recipients": "bob, CHARLIE", "subject": "Rencontre", "text": "À Paris ?"}
    as_user(alice).post(page, data)
    assert {side.name for side in Conversation.objects.get().participants.all()} == {
        "Alice",
        "Bob",
        "Charlie",
    }
    data |= {"key": "d" * 32, "recipients": "Bob, Nulnesait"}
    answer = as_user(alice).post(page, data)
    assert "Personne ne s’appelle « Nulnesait » ici" in answer.content.decode()


def test_someone_who_refuses_a_player_gets_no_more_of_his_letters(as_user, alice, bob):
    first = letters.send(alice, NewLetter("players", "Salut", "Toi", [bob]), timezone.now())
    other = first.participants.get(user=alice)
    as_user(bob).post(reverse("forums:letter_act", args=[first.code, "refuser"]), {"qui": other.pk})
    with pytest.raises(Refusal, match="ne reçoit"):
        letters.send(alice, NewLetter("players", "Encore", "Toi", [bob]), timezone.now())
    with pytest.raises(Refusal, match="ne reçoit"):
        letters.answer(alice, other, "Encore", timezone.now())
    as_user(bob).post(reverse("forums:letter_settings"), {"debloquer": Block.objects.get().pk})
    assert letters.answer(alice, other, "Encore", timezone.now()).number == 2


def test_someone_may_refuse_the_messengers_of_one_lord(alice, bob, game, seats, conversation):
    letters.refuse_letters(bob, conversation.participants.get(seat=seats[0]))
    with pytest.raises(Refusal, match="ne reçoit"):
        letters.send(alice, NewLetter("lords", "x", "y", [seats[1]], game, seats[0]), timezone.now())
    assert letters.send(alice, NewLetter("players", "Salut", "Toi", [bob]), timezone.now())


def test_the_mail_about_a_letter_hides_its_text_unless_asked(alice, bob, conversation):
    mail = Mail.objects.get(user=bob, kind="letters")
    assert "ensemble" not in open_mail(mail.content).text
    assert "alliance" not in mail.subject
    assert alice.email not in open_mail(mail.content).text
    LetterChoice.objects.create(user=bob, text_by_mail=True)
    Notice.objects.update(read_at=timezone.now())
    letters.answer(alice, side(conversation, alice), "Répondez-moi, voisin", timezone.now())
    latest = Mail.objects.filter(user=bob, kind="letters").latest("pk")
    assert "Répondez-moi, voisin" in open_mail(latest.content).text


def test_a_letter_sent_twice_is_one_and_other_words_in_its_form_are_another(alice, bob, conversation):
    mine, now = side(conversation, alice), timezone.now()
    for text in ("Alors ?", "Alors ?", "Je pars sans vous.", "Je pars sans vous."):
        letters.answer(alice, mine, text, now, "a" * 32)
    assert list(conversation.messages.values_list("text", flat=True))[1:] == ["Alors ?", "Je pars sans vous."]


def test_several_letters_before_one_looks_send_one_mail(alice, bob, conversation):
    for _n in range(3):
        letters.answer(alice, side(conversation, alice), "Et alors ?", timezone.now())
    assert Mail.objects.filter(user=bob, kind="letters").count() == 1


def test_the_referee_reads_and_answers_what_is_sent_to_the_desk(as_user, alice, bob, referee, game):
    asked = letters.send(
        alice, NewLetter("referee", "Question", "Est-ce un oubli ?", game=game), timezone.now()
    )
    page = asked.get_absolute_url()
    assert [as_user(user).get(page).status_code for user in (referee, bob)] == [200, 404]
    as_user(referee).post(page, {"key": "e" * 32, "text": "Non, c’est la règle."})
    assert Message.objects.get(number=2).signature == "L’arbitre"
    assert Notice.objects.unread().filter(user=alice).count() == 1


def test_a_referee_who_plays_does_not_see_the_desk_of_that_game(as_user, alice, referee, make_game):
    game = make_game(players=[alice, referee])
    asked = letters.send(alice, NewLetter("referee", "Question", "Sur un rival", game=game), timezone.now())
    assert as_user(referee).get(asked.get_absolute_url()).status_code == 404


def test_silenced_people_can_only_write_to_the_referee(alice, bob, moderator):
    Sanction.objects.create(
        user=alice,
        kind="mute",
        reason="r",
        created_at=timezone.now(),
        until=timezone.now() + timedelta(days=1),
    )
    with pytest.raises(Refusal, match="silence"):
        letters.send(alice, NewLetter("players", "x", "y", [bob]), timezone.now())
    assert letters.send(alice, NewLetter("referee", "Appel", "Pitié"), timezone.now()).kind == "referee"


def test_a_draft_is_kept_resumed_sent_and_gone(as_user, alice, bob, game, seats):
    page = reverse("forums:write") + f"?game={game.code}"
    as_user(alice).post(
        page, {"recipients": [seats[1].number], "subject": "Un jour", "text": "Peut-être", "draft": "1"}
    )
    draft = LetterDraft.objects.get()
    resumed = reverse("forums:write") + f"?draft={draft.pk}"
    assert as_user(bob).get(resumed).status_code == 404
    assert as_user(alice).get(resumed).context["form"].initial["subject"] == "Un jour"
    data = {
        "key": "f" * 32,
        "sender": seats[0].number,
        "recipients": [seats[1].number],
        "subject": "Un jour",
        "text": "Oui",
    }
    as_user(alice).post(resumed, data)
    assert (LetterDraft.objects.count(), Message.objects.get().text) == (0, "Oui")


def test_a_draft_to_the_referee_keeps_the_game_it_is_about(as_user, alice, bob, game):
    page = reverse("forums:write") + "?referee=1"
    as_user(alice).post(page, {"game": game.code, "subject": "Un doute", "text": "Est-ce que", "draft": "1"})
    draft = LetterDraft.objects.get()
    assert (draft.kind, draft.game) == ("referee", game)
    resumed = as_user(alice).get(reverse("forums:write") + f"?draft={draft.pk}").context["form"]
    assert resumed["game"].value() == game.code
    as_user(bob).post(page, {"game": "nulle-part", "subject": "x", "text": "y", "draft": "1"})
    assert LetterDraft.objects.get(user=bob).game is None


def test_reading_puts_the_notice_out_and_the_box_searches(as_user, bob, conversation):
    box = reverse("forums:letters")
    assert as_user(bob).get(box).context["page"][0].news == 1
    as_user(bob).get(conversation.get_absolute_url())
    assert as_user(bob).get(box).context["page"][0].news == 0
    assert Notice.objects.unread().filter(user=bob).count() == 0
    assert as_user(bob).get(box + "?q=ensemble").context["page"].paginator.count == 1
    assert as_user(bob).get(box + "?q=introuvable").context["page"].paginator.count == 0


def test_letters_are_found_whatever_the_accents_and_capitals(as_user, alice, bob, charlie, conversation):
    letters.answer(bob, side(conversation, bob), "L’ÉPÉE est tirée", timezone.now())
    for words, found in (("epee", 1), ("Épée tiree", 1), ("alliance épée", 1), ("epee rouillee", 0)):
        page = as_user(alice).get(reverse("forums:letters"), {"q": words})
        assert len(page.context["page"].object_list) == found, words
    assert (
        len(as_user(charlie).get(reverse("forums:letters"), {"q": "epee"}).context["page"].object_list) == 0
    )


def test_a_conversation_opens_at_its_first_new_letter(as_user, alice, bob, conversation):
    mark = '<span class="new-place" id="nouvelle"></span><article class="letter{}" id="l{}"'
    as_user(bob).get(conversation.get_absolute_url())
    for text in ("Alors ?", "Répondez."):
        letters.answer(alice, side(conversation, alice), text, timezone.now())
    assert Notice.objects.get(user=bob).url == f"{conversation.get_absolute_url()}#nouvelle"
    assert mark.format(" letter-lord", 2) in source(as_user(bob).get(conversation.get_absolute_url()))
    assert mark.format(" letter-lord", 3) in source(as_user(bob).get(conversation.get_absolute_url()))


def test_no_address_of_a_person_stands_on_a_page_of_letters(as_user, alice, bob, conversation):
    for page in (reverse("forums:letters"), conversation.get_absolute_url(), reverse("forums:write")):
        assert alice.email not in as_user(bob).get(page).content.decode()


def test_four_lords_share_a_conversation_written_by_the_page(
    as_user, make_user, alice, bob, charlie, make_game
):
    dora = make_user("Dora")
    game = make_game(players=[alice, bob, charlie, dora], seats=4)
    mine, *others = game.seats.order_by("number")
    data = {"key": "1" * 32, "sender": mine.number, "recipients": [seat.number for seat in others]}
    sent = as_user(alice).post(
        reverse("forums:write") + f"?game={game.code}", data | {"subject": "Ligue", "text": "À quatre"}
    )
    for reader in (bob, charlie, dora):
        assert "À quatre" in as_user(reader).get(sent.url).content.decode()
    as_user(dora).post(sent.url, {"key": "2" * 32, "text": "Je signe"})
    code = Conversation.objects.get().code
    as_user(bob).post(reverse("forums:letter_act", args=[code, "quitter"]))
    assert as_user(bob).get(sent.url).status_code == 404
    as_user(alice).post(sent.url, {"key": "3" * 32, "text": "À trois désormais"})
    assert Message.objects.count() == 3
    assert Notice.objects.unread().filter(user=bob).count() == 1  # the letter that came before he left
    assert Notice.objects.unread().filter(user=charlie).count() == 1


def test_the_archive_holds_what_was_put_there_until_a_letter_brings_it_back(
    as_user, alice, bob, conversation
):
    box, archives = reverse("forums:letters"), reverse("forums:letters") + "?dossier=archives"

    def counts():
        return [as_user(bob).get(page).context["page"].paginator.count for page in (box, archives)]

    as_user(bob).post(reverse("forums:letter_act", args=[conversation.code, "archiver"]))
    assert counts() == [0, 1]
    as_user(bob).post(reverse("forums:letter_act", args=[conversation.code, "sortir"]))
    assert counts() == [1, 0]
    as_user(bob).post(reverse("forums:letter_act", args=[conversation.code, "archiver"]))
    letters.answer(alice, side(conversation, alice), "Et alors ?", timezone.now())
    assert counts() == [1, 0]


def test_an_answer_is_kept_as_a_draft_of_its_conversation(as_user, bob, conversation):
    page = conversation.get_absolute_url()
    as_user(bob).post(page, {"key": "4" * 32, "text": "J’hésite", "draft": "1"})
    assert (Message.objects.count(), as_user(bob).get(page).context["form"].initial["text"]) == (
        1,
        "J’hésite",
    )
    as_user(bob).post(page, {"key": "4" * 32, "text": "J’accepte"})
    assert (Message.objects.count(), LetterDraft.objects.count()) == (2, 0)


def test_an_answer_that_may_not_leave_is_kept(as_user, bob, game, conversation):
    page = conversation.get_absolute_url()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    answer = as_user(bob).post(page, {"key": "a" * 32, "text": "Adieu donc"})
    assert answer.status_code == 422
    assert "on n’en écrit plus" in answer.content.decode()
    assert (LetterDraft.objects.get().text, conversation.messages.count()) == ("Adieu donc", 1)


def test_in_a_group_someone_refused_no_longer_calls_the_one_who_refuses(alice, bob, charlie):
    group = letters.send(alice, NewLetter("players", "Ligue", "À trois", [bob, charlie]), timezone.now())
    letters.refuse_letters(bob, group.participants.get(user=alice))
    Notice.objects.update(read_at=timezone.now())
    letters.answer(alice, group.participants.get(user=alice), "Et alors ?", timezone.now())
    assert [notice.user for notice in Notice.objects.unread()] == [charlie]
    assert Mail.objects.filter(user=bob, kind="letters").count() == 1  # the first, before he refused


def test_a_letter_from_the_empty_box_of_a_game_stays_in_the_game(as_user, alice, game):
    page = source(as_user(alice).get(reverse("forums:letters") + f"?game={game.code}"))
    assert page.count(f'href="/forums/lettres/ecrire/?game={game.code}"') == 2
    assert 'href="/forums/lettres/ecrire/"' not in page
    assert source(as_user(alice).get(reverse("forums:letters"))).count('href="/forums/lettres/ecrire/"') == 2


def test_only_those_who_sit_at_the_table_are_invited_to_write_to_its_lords(
    as_user, bob, charlie, game, stage
):
    box, forum = reverse("forums:letters") + f"?game={game.code}", stage.get_absolute_url()
    assert "/forums/lettres/ecrire/" in source(as_user(bob).get(box))
    assert box in source(as_user(bob).get(forum))
    assert "/forums/lettres/ecrire/" not in source(as_user(charlie).get(box))
    assert box not in source(as_user(charlie).get(forum))
