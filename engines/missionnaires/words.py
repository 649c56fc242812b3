"""French words that menus and the log share:
prices, overseers, what a stop brings, and how one speaks of a place."""

from functools import cache

from engines.core.texts import Text, gettext_noop, say
from engines.missionnaires.board import BETHEL, GREEN, NAMES
from engines.missionnaires.deck import DECK

OVERSEERS = {
    "C": Text(gettext_noop("le surveillant de circonscription")),
    "D": Text(gettext_noop("le surveillant de district")),
}
BON = "BON. "  # how the text of such a card begins
PILES = {"mer": Text(gettext_noop("Voyage en mer")), "territoires": Text(gettext_noop("Territoires"))}
FREE = Text(gettext_noop("gratuit"))
ONE = Text(gettext_noop("un périodique"))
SEA_CARD = Text(gettext_noop("une carte Voyage en mer"))
SEA_CARDS = Text(gettext_noop("deux cartes Voyage en mer"))
LAND_CARD = Text(gettext_noop("une carte Territoires à l’arrivée"))
VISIT = Text(gettext_noop("congrégation à visiter"))
REFILL = Text(gettext_noop("réserve complétée à huit"))
JUMP = Text(gettext_noop("par-dessus un autre proclamateur"))
PUSH = Text(gettext_noop("celui qui occupe la case s’écarte"))
JOIN = Text(gettext_noop("le surveillant vous accompagne au tour suivant"))


def periodicals(count: int) -> Text:
    if count < 2:
        return ONE if count == 1 else Text(gettext_noop("aucun périodique"))
    return say(gettext_noop("{count} périodiques"), count=count)


def card_words(card: str) -> Text:
    """A card in the log: « « Mal de mer » : naviguez, puis passez votre prochain tour. »"""
    title, effect = _title_and_effect(card)
    if not title:
        return say(gettext_noop("une carte : {effect}"), effect=Text(effect))
    return say(gettext_noop("{card} : {effect}"), card=card_title(card), effect=Text(effect))


def card_title(card: str) -> Text:
    title, effect = _title_and_effect(card)
    text = gettext_noop("le bon « {title} »") if DECK[card].bon else gettext_noop("« {title} »")
    return say(text, title=Text(title or effect))


def _title_and_effect(card: str) -> tuple[str, str]:
    """Its title and what it does; a card that only says what it does has no title."""
    title, _colon, effect = DECK[card].text.removeprefix(BON).partition(" : ")
    return (title, effect) if effect else ("", title)


def price(cost: int) -> Text:
    return periodicals(cost) if cost else FREE


def hint_of(cost: int, sea_cards: int, end: str, visits: bool, *more: Text) -> Text:
    """What a path costs and what happens on it, in one line."""
    parts = [price(cost)]
    if sea_cards:
        parts.append(SEA_CARD if sea_cards == 1 else SEA_CARDS)
    parts += more
    if visits:
        parts.append(VISIT)
    if end in GREEN:
        parts.append(LAND_CARD)
    if end == BETHEL:
        parts.append(REFILL)
    return Text("{parts}", {"parts": parts})


def remarks(jump: bool, push: bool, join: bool) -> list[Text]:
    """What else there is to say of a path."""
    return [text for text, said in ((JUMP, jump), (PUSH, push), (JOIN, join)) if said]


def stop_label(space: str, push: str) -> Text:
    """A stop of a path: « Lyon (qui s’y trouve va à Grenoble) »"""
    if not push:
        return Text("{town}", {"town": NAMES[space]})
    return say(gettext_noop("{town} (qui s’y trouve va {target})"), town=NAMES[space], target=to_place(push))


# How one comes from a place and gets there, by the first word of its name; any other is the name of a town.
_WAYS_TO_SPEAK = {
    "Béthel": ("du", "au", "Béthel"),
    "Le": ("du", "au", ""),
    "Mer": ("de la", "en", "mer"),
    "Golfe": ("du", "dans le", "golfe"),
    "Bassin": ("du", "dans le", "bassin"),
    "Canal": ("du", "dans le", "canal"),
    "Cap": ("du", "au", "cap"),
    "Delta": ("du", "au", "delta"),
    "Large": ("du", "au", "large"),
    "Archipel": ("de l’", "dans l’", "archipel"),
    "Adriatique": ("de l’", "en", "Adriatique"),
    "Égée": ("de l’", "en", "Égée"),
    "Cyclades": ("des", "aux", "Cyclades"),
}
_VOWELS = "AEIOUÉH"


@cache
def from_place(space: str) -> str:
    """« du Béthel », « d’Alger », « de la mer Ionienne »"""
    name = NAMES[space]
    word, _, rest = name.partition(" ")
    if word in _WAYS_TO_SPEAK:
        of, _to, common = _WAYS_TO_SPEAK[word]
        return _join_words(of, common, rest)
    return f"d’{name}" if name[0] in _VOWELS else f"de {name}"


@cache
def to_place(space: str) -> str:
    """« au Béthel », « à Alger », « en mer Ionienne »"""
    name = NAMES[space]
    word, _, rest = name.partition(" ")
    if word in _WAYS_TO_SPEAK:
        _of, to, common = _WAYS_TO_SPEAK[word]
        return _join_words(to, common, rest)
    return f"à {name}"


def the_place(space: str) -> str:
    """The name, with the article that Béthel takes."""
    return f"le {NAMES[space]}" if space == BETHEL else NAMES[space]


def _join_words(article: str, common: str, rest: str) -> str:
    words = " ".join(part for part in (common, rest) if part)
    return article + words if article.endswith("’") else f"{article} {words}"
