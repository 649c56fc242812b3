"""The demonstration: accounts, a running court of Gloire et Pouvoir, tables of the other games. Loaded once,
never in production."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import Role, User
from apps.games.engine.positions import position_before, view_for
from apps.games.models import Game, Seat, Step
from apps.games.queries.lists import titles
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.signals import demo_loaded
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from engines.core.dice import Dice
from engines.core.registry import rules_of
from engines.core.table import look

TURNS_PLAYED = 3
COURT_SEED = hashlib.sha256(
    b"scandinavie 48"
).digest()  # the same court for every visitor: nothing is at stake in it
AT_COURT_FOR = timedelta(days=30)
TOTP_SECRET = "KALANDEMONSTRATIONKALANDEMONSTRA"


@dataclass(frozen=True)
class DemoAccount:
    username: str
    password: str
    what: Any
    role: str = Role.PLAYER


DEMO_ACCOUNTS = (
    DemoAccount(
        "Hawkmoon",
        "narvik-attend-ses-ordres",
        gettext_lazy("seigneur de Scandinavie : un bilan à lire, des ordres à écrire"),
    ),
    DemoAccount(
        "Rodrigue", "deux-joueurs-a-la-table", gettext_lazy("un second joueur, pour les tables à plusieurs")
    ),
    DemoAccount(
        "LeRoi",
        "le-roi-arbitre-la-cour",
        gettext_lazy("arbitre ; code du second facteur : voir README"),
        Role.REFEREE,
    ),
)


@transaction.atomic
def load_demo() -> bool:
    """True when it was loaded now, False when it was there already. All of it or nothing."""
    if User.objects.filter(username=DEMO_ACCOUNTS[0].username).exists():
        return False
    visitor, second, king = [_account(demo) for demo in DEMO_ACCOUNTS]
    TOTP.activate(king, TOTP_SECRET)
    _court(visitor)
    for meta in titles():
        if meta.slug != "gloire":
            _table(meta.slug, visitor, second)
    demo_loaded.send(sender=Game, visitor=visitor, second=second, king=king)
    return True


def _account(demo: DemoAccount) -> Any:
    user = User.objects.create_user(
        demo.username,
        f"{demo.username.lower()}@demo.kalan.example",
        demo.password,
        role=demo.role,
        date_joined=timezone.now() - AT_COURT_FOR,
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _court(visitor: User) -> Game:
    """Scandinavie with nine bots, several turns old; the visitor's lord played like a bot until now.

    His last orders declared a war, so that he has an enemy to attack. A turn played ahead of its week leaves
    no date behind: the next deadline, which its BILAN announces and the desk shows, counts from today.
    """
    new = gathering.new_game(
        "gloire", _("Scandinavie, la cour de démonstration"), {"map": "scandinavie"}, 10, pace=Pace()
    )
    game = gathering.create_game(visitor, new)
    gathering.join_game(game, visitor, "Hawkmoon", arms=visitor.arms)
    gathering.fill_with_bots(game)
    game.seed = COURT_SEED
    game.save(update_fields=["seed"])
    game = starting.start_game(game)
    seat = game.seats.get(number=0)
    for turn in range(1, TURNS_PLAYED + 1):
        Step.objects.pending().filter(game=game).update(scheduled_at=None)
        step = Step.objects.pending().select_related("game").get(game=game)
        orders = bot_action(step, seat)["orders"]
        orders += _war_on_a_neighbour(step, seat, orders) if turn == TURNS_PLAYED else []
        submit(seat, step.n, {"orders": orders}, visitor, f"demonstration-{step.n}")
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
    return game


def _war_on_a_neighbour(step: Step, seat: Seat, orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """On the first lord whose land could be attacked now, and to whom these orders say nothing else."""
    state = position_before(step)
    lands = view_for(step.game, state, seat.number)["lands"]
    menu = step.game.rules.menu(state, seat.number, None)
    owners = [lands[choice.target]["owner"] for choice in menu.choices if choice.verb == "ATT"]
    spoken_to = {None, *(order.get("lord") for order in orders)}
    return [{"code": "GUE", "lord": owner} for owner in owners if owner not in spoken_to][:1]


def bot_action(step: Step, seat: Seat) -> Any:
    """What the game's first bot would do in the visitor's place."""
    rules = step.game.rules
    seen = look(rules, position_before(step), seat.number)
    return next(iter(rules.bots.values()))(seen, Dice(b"demonstration", step.n))


def _table(slug: str, visitor: User, second: User) -> None:
    """One table against bots where it is soon the visitor's turn."""
    rules = rules_of(slug)
    seats = gathering.seats_allowed(rules, {})[0]
    game = gathering.create_game(
        visitor,
        gathering.new_game(
            slug,
            _("%(title)s, table de démonstration") % {"title": rules.meta.title},
            {},
            seats,
            pace=Pace(kind="hours", every=72),
        ),
    )
    gathering.join_game(game, visitor, visitor.username, arms=visitor.arms)
    if seats > 2:
        gathering.join_game(game, second, second.username, arms=second.arms)
    gathering.fill_with_bots(game)
    due.advance(starting.start_game(game).pk)
