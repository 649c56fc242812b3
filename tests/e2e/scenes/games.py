"""Courts of Gloire et Pouvoir where people of the cast sit among automatons."""

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import Role
from apps.forums.services.boards import board_of
from apps.games.models import Game, QueueEntry, Seat, Step
from apps.games.referee import course as referee_verbs
from apps.games.services.lobby import gathering, queues, starting
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from tests.e2e.scenes.people import person

SEATS = 6
PATIENCE = 300  # tenths of a second
LORDS = ("Bergen", "Narvik", "Trondheim", "Uppsala", "Turku", "Ribe")


def court(players, name, private=False, referee="Lothaire") -> dict:
    """A running game with its forum; whoever was named sits at its table in that order."""
    people = [person(player) for player in players]
    king = person(referee, Role.REFEREE)
    new = gathering.new_game(
        "gloire",
        name,
        {"map": "scandinavie"},
        SEATS,
        pace=Pace(),
        private=private,
        referee=king,
        bots_allowed=True,
    )
    game = gathering.create_game(people[0], new)
    for player, land in zip(people, LORDS, strict=False):
        gathering.join_game(game, player, f"{player.username} de {land}", invitation=game.invitation)
    gathering.fill_with_bots(game)
    game = starting.start_game(game)
    seats = {
        seat.user.username: seat.number for seat in game.seats.filter(user__in=people).select_related("user")
    }
    names = {
        seat.user.username: seat.name for seat in game.seats.filter(user__in=people).select_related("user")
    }
    return {"game": game.code, "board": board_of(game).slug, "seats": seats, "lords": names}


def watched(player, rules) -> str:
    """A court that spectators follow with a turn of delay, under special rules."""
    lord = person(player)
    delayed = Game.Spectators.DELAYED
    new = gathering.new_game(
        "gloire", "La cour lointaine", {"map": "scandinavie"}, SEATS, spectators=delayed, special_rules=rules
    )
    game = gathering.create_game(lord, new)
    gathering.join_game(game, lord, "Sire du Lointain")
    gathering.fill_with_bots(game)
    return starting.start_game(game).code


def suspend(game, why) -> None:
    referee_verbs.pause(Game.objects.get(code=game), person("Lothaire", Role.REFEREE), why)


@transaction.atomic  # the site's own sweep must not see the hour that has passed
def wait_for_a_late_player(game) -> None:
    """The hour has passed, and the referee has put it off: the clock of the game is moved, its log tells the
    rest."""
    played = Game.objects.get(code=game)
    step = Step.objects.pending().get(game=played)
    passed = timezone.now() - timedelta(hours=2)
    Step.objects.filter(pk=step.pk).update(due_at=passed, scheduled_at=passed)
    referee_verbs.postpone(
        played, played.referee, "Un ordre manque encore", until=timezone.now() + timedelta(days=2)
    )


def end_turn(game) -> None:
    """Sealed before its hour; resolved here, or by the site's own sweep if that was quicker."""
    step = Step.objects.pending().get(game__code=game)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)
    for _try in range(PATIENCE):
        if Step.objects.resolved().filter(pk=step.pk).exists():
            return
        time.sleep(0.1)
    raise AssertionError(f"step {step.n} of {game} was not resolved")


def play_turn(game, orders) -> None:
    """The turn ends with these orders under seal, by player."""
    step = Step.objects.pending().get(game__code=game)
    for player, given in orders.items():
        seat = Seat.objects.select_related("user").get(game__code=game, user__username=player)
        submit(seat, step.n, {"orders": given}, seat.user, f"scene-{step.n}-{seat.number}")
    end_turn(game)


def finish(game) -> None:
    Game.objects.filter(code=game).update(status=Game.Status.FINISHED, ended_at=timezone.now())


def rename_lord(game, player, name, arms) -> None:
    Seat.objects.filter(game__code=game, user__username=player).update(name=name, arms=arms)


def replace(game, player, by) -> None:
    """A substitute takes the seat."""
    Seat.objects.filter(game__code=game, user__username=player).update(user=person(by))


def call_from_the_waiting_list(player) -> None:
    """The list of the small map has enough names: this one must say that they are there."""
    entry = queues.enter_queue(person(player), "gloire", "scandinavie", f"Sire {player}")
    now = timezone.now()
    QueueEntry.objects.filter(pk=entry.pk).update(
        state=QueueEntry.State.ASKED, asked_at=now, answer_by=now + timedelta(hours=20), times_asked=1
    )


def title_of(game) -> str:
    """Which game is played there; nothing for a code of something else."""
    return Game.objects.filter(code=game).values_list("slug", flat=True).first() or ""
