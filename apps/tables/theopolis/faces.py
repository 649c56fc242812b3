"""What is printed on a card, a patron and a cost, ready to be laid out. Made from the edition, which is
public."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from apps.tables.theopolis.emblems import card_emblem, patron_emblem
from engines.theopolis import RULES
from engines.theopolis.catalogue import Catalogue
from engines.theopolis.vocabulary import KIND_NAMES, KINDS, TYPE_NAMES

CATALOGUE: Catalogue = RULES[0].catalogue
SHAPES = ("▲", "■", "●")  # the colour of a resource is always doubled by its shape


@dataclass(frozen=True)
class Coins:
    """So many resources of one kind."""

    kind: str
    n: int
    name: str
    shape: str


@dataclass(frozen=True)
class Face:
    """The printed side of a card."""

    id: str
    type: str
    name: str
    type_name: str
    text: str
    stones: int
    drain: int
    cost: tuple[Coins, ...]
    emblem: SafeString


@dataclass(frozen=True)
class Heaven:
    """The patron saint above a city."""

    number: int
    name: str
    text: str
    emblem: SafeString


@dataclass
class Shown:
    """A card lying somewhere, with what may be done with it now and what just happened to it."""

    cid: int
    face: Face
    choices: list[Any] = field(default_factory=list)
    mark: str = ""  # the class that animates it
    newest: bool = False  # the last arrived of its type: what a disaster would take
    cost: tuple[Coins, ...] = ()  # what it costs now, in one's own hand
    cheaper: bool = False
    missing: tuple[Coins, ...] = ()
    playable: bool = False
    hits: list[str] | None = None  # whom a disaster held in hand would strike now
    picked: bool = False  # already named in the half-made choice
    forecast: list[str] = field(default_factory=list)  # what would follow if it entered my city now
    left: tuple[Coins, ...] | None = None  # upright resources once it is paid

    @property
    def target(self) -> str:
        return f"card:{self.cid}"

    @property
    def pickable(self) -> bool:
        """Touching the card itself is enough: it stands for one answer only."""
        return len(self.choices) == 1 and self.choices[0].verb not in ("play", "swap")


def face_of(card: str) -> Face:
    printed = CATALOGUE.cards[card]
    return Face(
        id=card,
        type=printed.type,
        name=gettext(printed.name),
        type_name=gettext(TYPE_NAMES[printed.type]),
        text=gettext(printed.text) if printed.text else "",
        stones=printed.stones,
        drain=printed.points,
        cost=coins(printed.cost),
        emblem=card_emblem(card, printed.type),
    )


def heaven_of(number: int) -> Heaven | None:
    """None while the patrons are being chosen."""
    patron = CATALOGUE.patrons.get(number)
    if patron is None:
        return None
    return Heaven(number, gettext(patron.name), gettext(patron.text), patron_emblem(number))


def coins(three: Any) -> tuple[Coins, ...]:
    """What is not zero of a cost."""
    return tuple(
        Coins(KINDS[place], n, gettext(KIND_NAMES[place]), SHAPES[place])
        for place, n in enumerate(three)
        if n
    )
