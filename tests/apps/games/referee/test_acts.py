"""What a referee does to a game: previewed, confirmed by its name, logged; sealed orders opened in front of
everyone."""

import email
import email.policy
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.games.engine.positions import position_before
from apps.games.models import Draft, Game, RefereeAct, SeatHolder, Step, Submission
from apps.games.problems import Refusal
from apps.games.referee import course
from apps.games.services.deadlines import timetable
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.games.timing.clock import long_date
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.apps.games.conftest import first_choice, pending, play_until
from tests.apps.games.referee.conftest import act, confirm, prepare, toasts

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

DONE = ["C’est fait, et inscrit au journal de la partie."]


def play(game, times):
    for _ in range(times):
        step = pending(game)
        seat = game.seats.get(number=step.asked[0])
        submit(seat, step.n, first_choice(game, seat), seat.user, f"key-{step.n}")


def mailed(start):
    return Mail.objects.filter(key__startswith=start)


def words(content):
    """The plain text of a rendered mail."""
    message = email.message_from_bytes(bytes(content), policy=email.policy.default)
    return message.get_body(("plain",)).get_content()


@pytest.fixture
def sealed(game):
    """A seat that has sealed orders for the pending step."""
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed-key")
    return seat


# Time
# ------------------------------------------------------------------------------------------------------------
def test_postponing_moves_the_deadline_and_tells_everyone_both_dates(console, game):
    before = pending(game).due_at
    until = timezone.localtime(before + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    assert toasts(act(console, game, "reporter", until=until)) == DONE
    after = pending(game).due_at
    assert after == (before + timedelta(days=3)).replace(second=0, microsecond=0)
    entry = RefereeAct.objects.get()
    assert entry.sentence == f"a reporté l’échéance du {long_date(before)} au {long_date(after)}"
    assert mailed("time:").count() == 2


def test_postponing_without_a_date_gives_the_next_deadline_of_the_grid(console, make_game):
    game = make_game(pace=Pace())
    before = pending(game).due_at
    act(console, game, "reporter")
    assert 6 <= (pending(game).due_at - before).days <= 7


@pytest.mark.parametrize("pace", [Pace(), Pace(kind="hours", every=24)], ids=["weekly", "hours"])
@pytest.mark.parametrize(
    "far", ["2000-01-01T00:00", "0001-01-01T00:00", "9999-12-31T23:59", "demain", "2026-02-31T10:00"]
)
def test_a_deadline_is_moved_neither_back_nor_beyond_four_weeks(console, make_game, pace, far):
    game = make_game(pace=pace)
    before = pending(game).due_at
    page = console.post(reverse("referee:act", args=[game.code, "reporter"]), {"until": far}, follow=True)
    assert "toast-error" in page.content.decode()
    assert (pending(game).due_at, RefereeAct.objects.count()) == (before, 0)


def test_a_deadline_can_be_put_off_for_four_weeks_and_not_for_ever(king, make_game):
    game = make_game(pace=Pace())
    while pending(game).due_at + timedelta(days=8) < timezone.now() + timetable.FARTHEST_DEADLINE:
        course.postpone(game, king, "encore")
    Step.objects.pending().update(due_at=timezone.now() + timedelta(days=26))
    with pytest.raises(Refusal, match="quatre semaines"):
        course.postpone(game, king, "encore")
    assert pending(game).due_at <= timezone.now() + timetable.FARTHEST_DEADLINE


def test_pause_and_resume_are_logged_for_all_and_the_letters_say_which(console, game):
    act(console, game, "suspendre")
    assert Game.objects.get(pk=game.pk).status == "paused"
    paused = [mail.content for mail in mailed("time:")]
    act(console, game, "reprendre")
    assert Game.objects.get(pk=game.pk).status == "running"
    resumed = [mail.content for mail in mailed("time:").exclude(content__in=paused)]
    assert RefereeAct.objects.public().count() == 2
    assert len(paused) == len(resumed) == 2
    assert all("jusqu’à la reprise" in words(one) and "Nouvelle échéance" not in words(one) for one in paused)
    assert all(
        "Nouvelle échéance" in words(one) and "jusqu’à la reprise" not in words(one) for one in resumed
    )


def test_letters_give_paris_hours_whoever_caused_them(client, king, make_game):
    king.time_zone = "Pacific/Noumea"
    king.save()
    game = make_game(pace=Pace())
    client.force_login(king)
    act(client, game, "reporter")
    assert all("à 23 h 00 (heure de Paris)" in words(mail.content) for mail in mailed("time:"))


# The turn
# ------------------------------------------------------------------------------------------------------------
def world():
    """Everything a dry run could spoil."""
    return (
        list(Step.objects.order_by("pk").values()),
        list(Game.objects.order_by("pk").values()),
        list(Submission.objects.order_by("pk").values()),
        list(Draft.objects.order_by("pk").values()),
        Mail.objects.count(),
    )


def test_dry_run_changes_nothing_and_is_in_the_public_log_once(console, game, king):
    play_until(game, "sealed")
    before = world()
    for _ in range(2):
        page = console.post(reverse("referee:dry-run", args=[game.code]))
        assert page.status_code == 200
    assert world() == before
    entry = RefereeAct.objects.get()
    assert (entry.kind, entry.actor, entry.public) == ("dry_run", king, True)


def test_dry_run_says_what_resolving_then_does(console, game):
    """Public sentences of the trial and of the turn that follows are the same; a draft counts in both."""
    step = play_until(game, "sealed")
    first, second = (game.seats.get(number=number) for number in step.asked[:2])
    submit(first, step.n, {"do": "offer", "coins": 1}, first.user, "sealed-key")
    Draft.objects.create(step=step, seat=second, author=second.user, action={"do": "offer", "coins": 2})
    rehearsal = console.post(reverse("referee:dry-run", args=[game.code])).context["rehearsal"]
    assert rehearsal.answered_for == []
    assert not Submission.objects.filter(seat=second, step=step).exists()
    act(console, game, "resoudre")
    resolved = game.steps.get(n=step.n)
    assert resolved.all_moves() == {
        first.number: {"do": "offer", "coins": 1},
        second.number: {"do": "offer", "coins": 2},
    }
    read_by_all = look(game, AnonymousUser(), n=step.n).sentences_of(resolved)
    assert rehearsal.sentences == read_by_all != []


def test_resolve_now_shows_the_dry_run_first_and_answers_for_the_absent(console, game):
    page = prepare(console, game, "resoudre")
    assert page.context["rehearsal"].n == 1
    assert (pending(game).n, Submission.objects.count()) == (1, 0)
    act(console, game, "resoudre")
    assert (pending(game).n, game.steps.get(n=1).automatic) == (2, [0])


def test_a_turn_that_cannot_be_resolved_is_not_said_to_be_done(console, game, sealed):
    """Damaged orders are never resolved: the game is put in quarantine, and the referee reads it."""
    page = prepare(console, game, "resoudre")
    Submission.objects.update(receipt="0" * 64)
    said = toasts(confirm(console, game, "resoudre", page))
    assert said == [f"Le moteur du jeu a échoué : le pas {pending(game).n} est en quarantaine."]
    assert (pending(game).status, RefereeAct.objects.filter(kind="resolve").count()) == ("quarantined", 1)


def test_dry_run_that_fails_says_so(console, game, sealed):
    Submission.objects.update(receipt="0" * 64)
    page = console.post(reverse("referee:dry-run", args=[game.code]), follow=True)
    assert toasts(page) == [
        "L’essai à blanc échoue : le moteur du jeu ne sait pas résoudre ce tour (DamagedRecord)."
    ]
    assert pending(game).status == "open"


def test_quarantine_is_lifted_and_only_then_resolved(console, game):
    Step.objects.filter(pk=pending(game).pk).update(
        status="quarantined", attempts=3, fault="ZeroDivisionError: secret"
    )
    page = console.post(reverse("referee:act", args=[game.code, "resoudre"]), follow=True)
    assert toasts(page) == ["Ce tour est en quarantaine : levez-la d’abord."]
    assert toasts(act(console, game, "liberer")) == DONE
    step = pending(game)
    assert (step.status, step.attempts, step.fault) == ("sealed", 0, "")
    assert due.resolve(step.pk)


def test_rollback_says_first_whose_sealed_orders_it_undoes(console, game, sealed):
    page = prepare(console, game, "revenir", to="0")
    assert "1 siège a déjà scellé des ordres pour ce tour" in page.content.decode()


def test_rollback_keeps_the_log_and_tells_why_everywhere(console, game, client):
    play(game, 3)
    wanted = game.steps.get(n=1).state_hash
    act(console, game, "revenir", to="1")
    shown = client.get(game.get_absolute_url()).content.decode()
    assert "L’arbitre est revenu à la position d’après le pas 1" in shown
    assert "une bonne raison" in shown
    back = game.steps.get(n=4)
    assert (back.kind, back.state_hash, back.reason) == ("rollback", wanted, "une bonne raison")
    assert all("une bonne raison" in words(mail.content) for mail in mailed("referee:rollback"))
    assert mailed("referee:rollback").count() == 2
    client.logout()
    for page in ("games:history", "games:about"):
        assert "une bonne raison" in client.get(reverse(page, args=[game.code])).content.decode()


def test_rollback_needs_a_reason_and_something_to_go_back_to(game, king):
    with pytest.raises(Refusal, match="se justifie"):
        course.roll_back(game, king, 0, "  ")
    with pytest.raises(Refusal, match="Rien n’est encore joué"):
        course.roll_back(game, king, 0, "trop tôt")


def spend(game, seconds):
    """The seat that is asked thinks for so long, and plays."""
    step = pending(game)
    earlier = timezone.now() - timedelta(seconds=seconds)
    late = earlier + (step.due_at - step.opened_at)
    Step.objects.filter(pk=step.pk).update(opened_at=earlier, due_at=late, scheduled_at=late)
    play(game, 1)


def clocks(game):
    """What each seat has left, to ten seconds: a busy machine takes its time too."""
    return {seat.number: round(seat.clock_left.total_seconds(), -1) for seat in game.seats.all()}


def test_rollback_of_a_live_game_puts_the_clocks_back(make_game, king):
    game = make_game(pace=Pace(kind="live", clock=600, increment=30))
    spend(game, 100)
    after_one = clocks(game)
    spend(game, 200)
    spend(game, 300)
    after_three = clocks(game)
    assert after_one != after_three
    course.roll_back(game, king, 1, "une erreur")
    assert clocks(game) == after_one
    step = pending(game)
    given = (step.due_at - step.opened_at).total_seconds()
    assert (
        round(given, -1) == max(after_one[number] for number in step.asked) + 30
    )  # the longest, and the increment
    course.roll_back(game, king, 3, "ce n’en était pas une")
    assert clocks(game) == after_three


def test_rollback_of_a_live_game_says_first_that_clocks_go_back(console, make_game, game):
    live = make_game(pace=Pace(kind="live", clock=600, increment=30))
    said = []
    for one in (live, game):
        play(one, 2)
        said.append(
            "Chaque horloge reprend le temps" in prepare(console, one, "revenir", to="0").content.decode()
        )
    assert said == [True, False]


def test_rollback_of_a_live_game_to_its_start_gives_every_clock_whole(make_game, king):
    game = make_game(pace=Pace(kind="live", clock=600, increment=0))
    spend(game, 100)
    spend(game, 200)
    course.roll_back(game, king, 0, "une erreur")
    assert clocks(game) == {0: 600, 1: 600}


def test_rollback_to_a_step_older_than_its_clocks_leaves_them(make_game, king):
    game = make_game(pace=Pace(kind="live", clock=600, increment=0))
    spend(game, 100)
    spend(game, 200)
    before = clocks(game)
    Step.objects.filter(game=game).update(clocks=None)
    course.roll_back(game, king, 0, "une erreur")
    assert clocks(game) == before


def test_cancel(console, game):
    act(console, game, "annuler")
    assert Game.objects.get(pk=game.pk).status == "cancelled"
    assert mailed("referee:cancel").count() == 2


# The seats
# ------------------------------------------------------------------------------------------------------------
def test_replaced_player_is_told_why_and_the_newcomer_starts_clean(console, game, alice, charlie):
    act(console, game, "remplacer", number="0", username="charlie")
    seat = game.seats.get(number=0)
    assert (seat.user, seat.state, seat.misses) == (charlie, "held", 0)
    lost = mailed("seat-lost:").get()
    assert (lost.user, "une bonne raison" in words(lost.content)) == (alice, True)
    assert list(seat.holders.values_list("user__username", "reason")) == [
        ("Alice", "replaced"),
        ("Charlie", "substitute"),
    ]
    assert RefereeAct.objects.get().sentence == "a confié le siège « Sire Alice » à Charlie"


def test_removed_player_is_told_the_truth_and_does_not_walk_back_in(console, game, alice, charlie):
    seat = game.seats.get(number=0)
    absence.name_steward(seat, charlie, 2)
    act(console, game, "ecarter", number="0")
    seat = game.seats.select_related("game").get(number=0)
    assert (seat.state, seat.user, seat.stewards.filter(revoked_at=None).count()) == ("open", None, 0)
    told = Mail.objects.filter(user=alice).exclude(key__startswith="turn:")
    assert [mail.key.split(":")[0] for mail in told] == ["seat-lost"]
    assert RefereeAct.objects.get().sentence == "a écarté Alice du siège « Sire Alice »"
    with pytest.raises(Refusal, match="L’arbitre a retiré"):
        absence.take_seat(seat, alice)


def test_a_removal_is_undone_by_giving_the_seat_back(console, game, alice):
    act(console, game, "ecarter", number="0")
    assert toasts(act(console, game, "remplacer", number="0", username="Alice")) == DONE
    seat = game.seats.select_related("game").get(number=0)
    assert (seat.user, seat.state) == (alice, "held")
    absence.ask_for_substitute(seat)
    assert absence.take_seat(seat, alice).user == alice


def test_answer_for_an_absent_player_in_text(console, game):
    text = game.rules.notate(position_before(pending(game)), 0, {"do": "keep"})
    assert toasts(act(console, game, "repondre", number="0", orders=text)) == DONE
    assert game.steps.get(n=1).all_moves() == {0: {"do": "keep"}}
    assert RefereeAct.objects.get().sentence == "a répondu pour Sire Alice, pas 1"


def test_nobody_rewrites_what_a_player_has_sealed(console, game):
    step = play_until(game, "sealed")
    seat = game.seats.get(number=step.asked[0])
    submit(seat, step.n, {"do": "offer", "coins": 1}, seat.user, "sealed-key")
    text = game.rules.notate(position_before(step), seat.number, {"do": "offer", "coins": 0})
    body = {"number": str(seat.number), "orders": text}
    page = console.post(reverse("referee:act", args=[game.code, "repondre"]), body, follow=True)
    assert toasts(page) == [f"{seat.name} a déjà scellé ses ordres : ils ne se changent que de sa main."]
    assert Submission.objects.get(step=step).decision() == {"do": "offer", "coins": 1}


# Mail
# ------------------------------------------------------------------------------------------------------------
def test_a_message_reaches_the_whole_table_with_the_name_of_who_wrote_it(console, game):
    act(console, game, "message", reason="Bonne année à tous.")
    letters = [words(mail.content) for mail in mailed("referee:message")]
    assert len(letters) == 2
    assert all("LeGrandRoi, arbitre de" in one and "Bonne année à tous." in one for one in letters)


def test_last_mail_is_sent_again_under_the_same_identity_and_privately(console, client, game, bob):
    seat = game.seats.get(number=0)
    submit(seat, 1, {"do": "keep"}, seat.user, "the first step")
    mail = mailed("turn:").get(user=bob)
    Mail.objects.filter(pk=mail.pk).update(state=Mail.State.SENT)
    page = prepare(console, game, "renvoyer", number="1")
    assert "(« À vous de jouer »," in page.content.decode()
    act(console, game, "renvoyer", number="1")
    again = mailed("turn:").get(user=bob)
    assert (again.pk, again.message_id, again.state) == (mail.pk, mail.message_id, "waiting")
    assert (RefereeAct.objects.get().kind, RefereeAct.objects.get().public) == ("resend", False)
    assert (
        "a renvoyé son dernier courrier"
        in console.get(reverse("referee:game", args=[game.code])).content.decode()
    )
    client.logout()
    assert "a renvoyé" not in client.get(reverse("games:about", args=[game.code])).content.decode()


# What is sealed
# ----------------------------------------------------------------------------------------------------------
def test_sealed_orders_are_shut_until_everyone_was_told(console, game, sealed):
    page = console.get(reverse("referee:orders", args=[game.code]), follow=True)
    assert toasts(page) == ["Vous n’avez pas ouvert les ordres de ce tour : ils sont scellés."]
    page = act(console, game, "ordres")
    assert [(one.seat, text) for one, text in page.context["rows"]] == [
        (
            sealed,
            game.rules.notate(position_before(pending(game)), sealed.number, {"do": "offer", "coins": 1}),
        )
    ]
    assert mailed("referee:opened").count() == 2
    assert RefereeAct.objects.get().sentence == f"a ouvert les ordres scellés du pas {pending(game).n}"


def test_opened_orders_are_read_again_as_they_were_and_nobody_is_told_twice(console, game, sealed):
    act(console, game, "ordres")
    submit(sealed, pending(game).n, {"do": "offer", "coins": 0}, sealed.user, "a later revision")
    page = console.get(reverse("referee:orders", args=[game.code]))
    assert [one.revision for one, _text in page.context["rows"]] == [1]
    assert mailed("referee:opened").count() == 2


def test_another_referee_opens_them_himself(client, console, game, sealed, make_king):
    act(console, game, "ordres")
    client.force_login(make_king("AutreRoi"))
    page = client.get(reverse("referee:orders", args=[game.code]), follow=True)
    assert toasts(page) == ["Vous n’avez pas ouvert les ordres de ce tour : ils sont scellés."]


def test_there_is_nothing_to_open_before_somebody_has_sealed(console, game):
    play_until(game, "sealed")
    page = console.post(reverse("referee:act", args=[game.code, "ordres"]), follow=True)
    assert toasts(page) == ["Personne n’a scellé d’ordres pour ce tour : il n’y a rien à ouvrir."]
    assert (RefereeAct.objects.count(), mailed("referee:").count()) == (0, 0)


# Before anything is done
# -------------------------------------------------------------------------------------------------
PREVIEWS = {
    "reporter": ({"until": ""}, "L’échéance passe du"),
    "suspendre": ({}, "Plus aucune échéance ne court"),
    "resoudre": ({}, "Réponse par défaut, d’automate ou de brouillon pour : Sire Bob."),
    "revenir": ({"to": "0"}, "1 pas ne compte plus"),
    "remplacer": ({"number": "1", "username": "charlie"}, "passe des mains de Bob à celles de Charlie"),
    "ecarter": ({"number": "1"}, "Bob perd le siège « Sire Bob »"),
    "repondre": ({"number": "1", "orders": "garder"}, "Pour Sire Bob, le pas 2"),
    "message": ({}, "Alice, Bob"),
    "annuler": ({}, "sans résultat ni classement"),
}


@pytest.mark.parametrize("mode", ["turn", "sealed"])
def test_a_change_of_holder_says_first_what_stays_sealed(console, game, charlie, mode):
    play_until(game, mode)
    told = (
        "Ce qui est déjà scellé ou préparé pour ce tour reste caché à qui tiendra le siège,"
        " et sera joué s’il n’en décide pas autrement."
    )
    for verb in ("remplacer", "ecarter"):
        preview = prepare(console, game, verb, number="1", username="Charlie").context["preview"]
        assert (told in preview) is (mode == "sealed")


@pytest.mark.parametrize("verb", PREVIEWS)
def test_act_is_first_shown_and_changes_nothing(console, game, charlie, verb):
    seat = game.seats.get(number=0)
    submit(seat, 1, {"do": "keep"}, seat.user, "the first step")
    fields, expected = PREVIEWS[verb]
    if verb == "repondre":
        fields = {
            **fields,
            "orders": game.rules.notate(
                position_before(pending(game)), 1, first_choice(game, game.seats.get(number=1))
            ),
        }
    before = world()
    page = prepare(console, game, verb, **fields)
    assert page.status_code == 200
    assert expected in page.content.decode().replace("&#x27;", "'")
    assert (RefereeAct.objects.exclude(kind="dry_run").count(), world()) == (0, before)


@pytest.mark.parametrize(
    ("verb", "fields", "said"),
    [
        ("revenir", {"to": "99"}, "Rien n’est encore joué"),
        ("revenir", {"to": "²"}, "Dites à quel pas revenir"),
        ("remplacer", {"number": "0", "username": "Personne"}, "Personne ne porte le nom « Personne » ici"),
        ("remplacer", {"number": "0", "username": ""}, "Dites qui prend ce siège"),
        ("remplacer", {"number": "0", "username": "Alice"}, "Alice tient déjà ce siège"),
        ("remplacer", {"number": "0", "username": "Bob"}, "Qui joue déjà dans cette partie"),
        ("ecarter", {"number": "77"}, "Choisissez un siège de cette partie"),
        ("reporter", {"until": "2026-13-45T99:00"}, "Cette date est illisible"),
        ("liberer", {}, "n’est pas en quarantaine"),
        ("reprendre", {}, "n’est pas suspendue"),
        ("repondre", {"number": "0", "orders": " "}, "Écrivez les ordres de l’absent"),
        ("repondre", {"number": "1", "orders": "x"}, "Rien n’est demandé à Sire Bob"),
        ("renvoyer", {"number": "77"}, "Choisissez un siège de cette partie"),
        ("ordres", {}, "il n’y a rien à ouvrir"),
    ],
)
def test_impossible_act_is_refused_before_anyone_types_a_name(console, game, verb, fields, said):
    answer = console.post(reverse("referee:act", args=[game.code, verb]), fields, follow=True)
    assert said in " ".join(toasts(answer))
    assert RefereeAct.objects.count() == 0


@pytest.mark.parametrize("orders", ["???", "OFFRIR 4"], ids=["unreadable", "illegal"])
def test_orders_that_the_rules_refuse_are_refused_with_their_words(console, game, orders):
    answer = console.post(
        reverse("referee:act", args=[game.code, "repondre"]), {"number": "0", "orders": orders}, follow=True
    )
    assert toasts(answer) != []
    assert (RefereeAct.objects.count(), Submission.objects.count()) == (0, 0)


def test_seat_holders_of_a_replacement_count_from_its_step(console, game, charlie):
    play(game, 2)
    act(console, game, "remplacer", number="0", username="Charlie")
    holders = SeatHolder.objects.filter(seat__number=0).values_list("user__username", "from_step", "to_step")
    assert list(holders) == [("Alice", 0, 3), ("Charlie", 3, None)]


def test_how_an_absent_player_s_move_is_written_is_shown_to_whoever_may_look(console, game, alice, client):
    step = pending(game)
    default = game.rules.default(position_before(step), 0, "absent")
    page = console.get(reverse("referee:game", args=[game.code]))
    assert page.context["example"] == game.rules.notate(position_before(step), 0, default) != ""
    act(console, game, "repondre", number="0", orders=page.context["example"])
    assert game.steps.get(n=step.n).all_moves() == {0: default}
