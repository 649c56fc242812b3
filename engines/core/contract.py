"""The contract between a game and its host: the types that cross the border, and the `Rules` every game
implements.

States, actions, events and views are plain data: msgspec structs or JSON values that survive a round trip.
Seats are numbered from 0. Nothing here knows about users, databases, clocks or languages.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from engines.core.dice import Dice
from engines.core.texts import Text

Seat = int
Action = Any  # JSON data; its shape belongs to the game
View = Any  # JSON data or a struct; only what the seat may know
Json = dict[str, Any]

Mode = Literal["turn", "free", "sealed"]
Pace = Literal["weekly", "daily", "hours", "live", "at_once"]
Maturity = Literal["draft", "beta", "stable"]

# The code of a problem that says: this is no action of the game at all (another type, other fields). The host
# refuses it, where a well-made action with faults may be kept as a draft and mended.
BAD_SHAPE = "bad_shape"
ORGANISER: Seat = -1  # whose acts stand in a step's moves, where a game is `Organised`


class Option(msgspec.Struct, frozen=True):
    """One thing the creator of a game chooses. The lobby's form is generated from it."""

    key: str
    label: str  # French, marked with gettext_noop
    kind: Literal["choice", "bool", "int"]
    default: Any
    choices: tuple[tuple[Any, str], ...] = ()  # (value, French label)
    low: int | None = None
    high: int | None = None
    help: str = ""
    seats: Mapping[Any, tuple[int, int]] = {}  # value -> (fewest, most) seats, where a choice decides it


class Meta(msgspec.Struct, frozen=True):
    slug: str  # also the folder's name
    title: str
    version: int  # of the rules: a running game keeps the version it started with
    seats: tuple[int, int]  # fewest, most
    options: tuple[Option, ...]
    pace: Pace  # the usual one
    maturity: Maturity
    tagline: str = ""  # one French sentence for the lobby
    minutes: tuple[int, int] = (30, 60)  # live play
    # Whoever leaves for good and is not replaced is ranked after those who stayed.
    resigned_last: bool = False
    notice: str = ""  # licence or edition label shown on every page of the game


class Ask(msgspec.Struct, frozen=True):
    """Who must decide now. turn: one seat; free: several, in public, any order; sealed: several, in secret,
    at once."""

    seats: tuple[Seat, ...]
    mode: Mode
    what: Text  # one line: what is expected
    pace: Literal["quick", "normal", "long"] = "normal"


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. `audience` None is everyone, spectators included; otherwise only the listed
    seats.

    When different seats may know different things of one happening, emit one event for each audience.
    """

    kind: str
    params: Json = {}
    audience: tuple[Seat, ...] | None = None


class Step(msgspec.Struct, frozen=True):
    """The result of `setup` and `apply`. `reveals` tells that someone learned something hidden: no undo past
    it."""

    state: Any
    events: tuple[Event, ...] = ()
    reveals: bool = False


class Problem(msgspec.Struct, frozen=True):
    """Why an action is not accepted (`error`) or may fail later (`warning`), and what would be right.

    `where` points into the action or typed text: ("orders", 2, "land"), or (line, column) for typed text.
    """

    code: str
    text: Text
    where: tuple[str | int, ...] = ()
    level: Literal["error", "warning"] = "error"
    suggestions: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be chosen. A complete choice passes `check`; an incomplete one is the next draft for
    `menu`."""

    action: Action
    label: Text
    verb: str = ""  # data-verb of the element to glow
    target: str = ""  # data-id of the element to glow
    complete: bool = True
    reveals: bool = False  # ask for confirmation: it cannot be undone
    hint: Text | None = None  # what it would bring


class Field(msgspec.Struct, frozen=True):
    """One argument of an order form."""

    key: str
    label: str  # French, marked with gettext_noop
    kind: Literal["choice", "int", "text", "bool"]
    choices: tuple[tuple[Any, str | Text], ...] = ()  # (value, French label or text)
    low: int | None = None
    high: int | None = None
    required: bool = True
    help: str = ""


class OrderForm(msgspec.Struct, frozen=True):
    """An order that can be filled in, for games whose menu would be too long to list."""

    code: str
    label: str
    fields: tuple[Field, ...]
    group: str = ""  # the phase, in reading order
    help: str = ""


class Menu(msgspec.Struct, frozen=True):
    """What a seat may choose now. `prompt` is the one line that says what to do."""

    prompt: Text
    choices: tuple[Choice, ...] = ()
    forms: tuple[OrderForm, ...] = ()


class Rank(msgspec.Struct, frozen=True):
    seat: Seat
    place: int  # 1 is first; equal places are shared
    score: float = 0.0
    why: Text | None = None


class Outcome(msgspec.Struct, frozen=True):
    ranking: tuple[Rank, ...]  # every seat, by place
    how: Text  # the kind of victory, in a sentence


class Seen(msgspec.Struct, frozen=True):
    """All that a bot may use: its seat's view, and the menu that the seat would be shown."""

    seat: Seat
    view: View
    menu: Callable[[Action | None], Menu]


Bot = Callable[[Seen, Dice], Action]


class Rules(Protocol):
    """One object for each (game, version). Every method is pure: inputs are never changed, results are new
    values."""

    meta: Meta
    State: type  # the msgspec struct of the state
    bots: Mapping[str, Bot]  # level or temperament -> bot; the first is the usual one
    bot_levels: Mapping[str, str]  # the same keys -> how players read them: French, marked with gettext_noop

    def setup(self, seats: Sequence[str], options: Mapping[str, Any], dice: Dice) -> Step:
        """The opening position. `seats` are display names. Unknown or bad options raise `BadOptions`."""

    def asks(self, state: Any) -> Ask | None:
        """Who must decide now; None when the game is over."""

    def menu(self, state: Any, seat: Seat, draft: Action | None = None) -> Menu:
        """What may be chosen, after the half-made choice `draft` if there is one. Shows nothing hidden from
        `seat`."""

    def check(self, state: Any, seat: Seat, action: Action) -> list[Problem]:
        """The only authority on legality: no problem of level error means `apply` accepts. Never raises on
        bad data."""

    def apply(self, state: Any, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        """One seat's move, or every asked seat's if sealed. Moves must have passed `check`."""

    def default(self, state: Any, seat: Seat, why: str) -> Action:
        """A legal action for an absent seat. `why` is one of absent, late, left."""

    def view(self, state: Any, seat: Seat | None) -> View:
        """What the seat may know (None: a spectator), built by listing what is shown, never by removing."""

    def outcome(self, state: Any) -> Outcome | None:
        """The ranking once the game is over."""

    def notate(self, state: Any, seat: Seat, action: Action) -> str:
        """The action as text a player could type."""

    def parse(self, state: Any, seat: Seat, text: str) -> tuple[Action | None, list[Problem]]:
        """The text as an action; None when nothing could be read. `parse(notate(a)) == a`."""

    def narrate(self, event: Event, view: View) -> Text | None:
        """The sentence of the log for one event; None when it has none."""


# --- what a game may offer besides ------------------------------------------------------------------------
#
# Ask with isinstance: `if isinstance(rules, Imagines): rules.imagine(…)`. README.md says what each is for.


@runtime_checkable
class Imagines(Protocol):
    """A player may try things from a running game in a sandbox."""

    def imagine(self, state: Any, seat: Seat | None, dice: Dice) -> Any:
        """A position that looks the same to the seat and is made of what it knows alone."""


@runtime_checkable
class Organised(Protocol):
    """Somebody may lead the game without playing. A step of his has the moves `{ORGANISER: act}`."""

    def check_organise(self, state: Any, act: Any) -> list[Problem]:
        """What is wrong with an act; empty if `organise` accepts it."""

    def organise(self, state: Any, act: Any, dice: Dice) -> Step:
        """An act between two decisions of the seats."""

    def organiser_view(self, state: Any) -> View:
        """All-seeing."""


@runtime_checkable
class KnowsHeirs(Protocol):
    """Whoever waits to follow a player is named in the move that is recorded."""

    def with_heir(self, action: Action, name: str) -> Action:
        """The move with the name of the heir in waiting."""

    def as_entered(self, action: Action) -> Action:
        """The recorded move without it: what `check` is asked about."""


@runtime_checkable
class BoundsSeats(Protocol):
    """An option that no list can name (a scenario of the table's own) decides the seats."""

    def seat_bounds(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """The fewest and most seats; None where `meta` says it."""


@runtime_checkable
class HidesOptions(Protocol):
    """Options hold something that players must not read (a scenario of the table's own)."""

    def options_shown(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options without it."""


@runtime_checkable
class Scrambles(Protocol):
    """For the conformance suite: every game with secrets has it."""

    def scramble(self, state: Any, seat: Seat | None, dice: Dice) -> Any:
        """Everything hidden from the seat changed, all it knows kept."""


@runtime_checkable
class Samples(Protocol):
    """For the conformance suite: a game whose menus are forms."""

    def sample(self, state: Any, seat: Seat, dice: Dice) -> Action:
        """A random legal action."""


@runtime_checkable
class Arranges(Protocol):
    """For case files: `given` may leave a position untidy."""

    def arrange(self, state: Any) -> Any:
        """The position put in order."""


@runtime_checkable
class Open(Protocol):
    """A game without secrets declares `hidden = False`."""

    hidden: bool


def has_secrets(rules: Rules) -> bool:
    return rules.hidden if isinstance(rules, Open) else True


class BadOptions(ValueError):
    """Options or seats that the game cannot start with; carries the problems to show."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem.text) for problem in problems))
        self.problems = tuple(problems)


def errors(problems: Sequence[Problem]) -> list[Problem]:
    """Only what forbids the action."""
    return [problem for problem in problems if problem.level == "error"]


def as_entered(rules: Rules, action: Action) -> Action:
    """A recorded move as its player entered it: without the heir in waiting whom the host added."""
    return rules.as_entered(action) if isinstance(rules, KnowsHeirs) else action
