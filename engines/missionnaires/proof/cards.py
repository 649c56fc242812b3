"""What can be wrong with a card file: counts, texts, primitives and their figures, conditions.
Messages are French."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from engines.missionnaires.edition import Card, Effect, read_cards

DECK_SIZE = 36
LETTER = {"territoires": "T", "mer": "M"}
CONDITIONS = ("gendarme_near", "has_todo", "lt5", "at_port", "at_port_or_sea")
# Which decks may hold a primitive, and for its words: the field and what it may say.
OPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "periodicals": ("TM", "who", ("self", "all")),
    "fill": ("TM", "", ()),
    "skip": ("TM", "", ()),
    "step": ("T", "", ()),
    "back": ("T", "", ()),
    "goto": ("TM", "what", ("congregation", "port", "embark_port")),
    "halt": ("M", "", ()),
    "cap": ("M", "", ()),
    "sail": ("M", "", ()),
    "overseer": ("TM", "how", ("join", "place", "remove", "settle")),
    "gendarme": ("TM", "how", ("patrol", "recall", "port")),
    "push": ("T", "", ()),
    "free": ("TM", "what", ("gendarme", "second_space", "sea_effects")),
    "reassign": ("TM", "", ()),
    "ferry": ("TM", "", ()),
}
FIGURES = {
    "periodicals": "n",
    "fill": "to",
    "skip": "n",
    "step": "max",
    "cap": "n",
    "sail": "max",
    "push": "n",
    "ferry": "max",
}
ONLY_BON = ("free", "reassign", "ferry", "fill")
ONLY_LAND = {("gendarme", "patrol"), ("goto", "congregation")}


def card_faults(raw: bytes, towns: set[str]) -> list[str]:
    try:
        cards = read_cards(raw).cards
    except msgspec.DecodeError as error:
        return [f"les cartes ne se lisent pas ({error}) ; comparez avec une ligne voisine."]
    faults = [
        f"« {card} » est écrite deux fois."
        for card, count in Counter(c.id for c in cards).items()
        if count > 1
    ]
    for deck in LETTER:
        total = sum(card.count for card in cards if card.deck == deck)
        if total != DECK_SIZE:
            faults.append(f"le paquet « {deck} » a {total} cartes, il en faut {DECK_SIZE}.")
        if not any(card.bon for card in cards if card.deck == deck):
            faults.append(f"le paquet « {deck} » n’a pas de bon.")
    for card in cards:
        faults += [f"{card.id} : {fault}" for fault in _card(card, towns)]
    return faults


def _card(card: Card, towns: set[str]) -> Iterator[str]:
    letter = LETTER[card.deck]
    if not card.id.startswith(letter):
        yield f"une carte du paquet « {card.deck} » commence par {letter}."
    if card.count < 1:
        yield "il en faut au moins un exemplaire."
    if not card.text.strip():
        yield "il manque son texte."
    if len(card.effects) > 1:
        yield "une carte n’a qu’un effet."
    yield from _bon_rules(card)
    if card.condition is not None and card.condition not in CONDITIONS:
        yield f"condition « {card.condition} » inconnue ; il y a {', '.join(CONDITIONS)}."
    for effect in card.effects:
        yield from _effect(effect, letter, card.bon, towns)


def _bon_rules(card: Card) -> Iterator[str]:
    if card.bon and not card.when.turn_start:
        yield "un bon se joue au moins au début d’un tour : when.turn_start vaut true."
    if card.bon and not card.effects:
        yield "un bon a un effet."
    if not card.bon and (card.condition is not None or card.when.turn_start or card.when.on_draw):
        yield "seul un bon a une condition et un moment pour être joué."


def _effect(effect: Effect, letter: str, bon: bool, towns: set[str]) -> Iterator[str]:
    if effect.op not in OPS:
        yield f"effet « {effect.op} » inconnu ; il y a {', '.join(OPS)}."
        return
    field = OPS[effect.op][1]
    word = getattr(effect, field) if field else ""
    yield from _words(effect, word, letter)
    if effect.op in FIGURES and not getattr(effect, FIGURES[effect.op]):
        yield f"« {effect.op} » veut un nombre {FIGURES[effect.op]}."
    if effect.op == "gendarme" and word == "patrol" and effect.max < 1:
        yield "une ronde veut un nombre max."
    if bon != (effect.op in ONLY_BON) and effect.op != "periodicals":
        yield f"« {effect.op} » est réservé {'aux cartes qui ne sont pas des bons' if bon else 'aux bons'}."
    if effect.op == "overseer":
        yield from _overseer(effect, towns)


def _words(effect: Effect, word: str, letter: str) -> Iterator[str]:
    """Whether the primitive belongs in this deck, and says one of its words."""
    decks, field, words = OPS[effect.op]
    if letter not in decks or (letter == "M" and (effect.op, word) in ONLY_LAND):
        yield f"l’effet « {effect.op} {word} » ne convient pas à ce paquet."
    if letter == "T" and effect.op == "goto" and word != "congregation":
        yield "à terre, « goto » ne mène qu’à une congrégation."
    if field and word not in words:
        yield f"« {effect.op} » veut {field} parmi {', '.join(words)}, pas « {word} »."


def _overseer(effect: Effect, towns: set[str]) -> Iterator[str]:
    if effect.how != "settle" and effect.who not in ("C", "D"):
        yield "un surveillant est C ou D."
    if effect.how == "place" and effect.at not in towns:
        yield f"« {effect.at} » n’est pas une ville du plateau."
