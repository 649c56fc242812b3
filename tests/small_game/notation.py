"""Actions as a player types them: MISER 2, PIOCHER, JOUER 5 CACHÉE, GARDER, ANNONCER 3, PASSER, OFFRIR 4."""

import unicodedata
from typing import Any

from engines.core.contract import Action, Problem
from engines.core.texts import gettext_noop, say
from tests.small_game.actions import FIELDS

WORDS = {
    "stake": "MISER",
    "draw": "PIOCHER",
    "play": "JOUER",
    "keep": "GARDER",
    "announce": "ANNONCER",
    "pass": "PASSER",
    "offer": "OFFRIR",
}
FACES = {"open": "OUVERTE", "hidden": "CACHÉE"}


def notate(action: Action) -> str:
    values = [FACES[action[key]] if key == "face" else str(action[key]) for key in FIELDS[action["do"]]]
    return " ".join([WORDS[action["do"]], *values])


def parse(text: str) -> tuple[Action | None, list[Problem]]:
    words = text.split()
    verbs = {_plain(word): verb for verb, word in WORDS.items()}
    verb = verbs.get(_plain(words[0])) if words else None
    if verb is None:
        right = say(gettext_noop("Ordre inconnu ; il y a : {words}."), words=list(WORDS.values()))
        return None, [Problem("unknown_word", right, (1, 1), suggestions=tuple(WORDS.values()))]
    fields = FIELDS[verb]
    if len(words) != 1 + len(fields):
        right = say(
            gettext_noop("« {word} » veut {count} valeurs après lui."), word=WORDS[verb], count=len(fields)
        )
        return None, [Problem("bad_count", right, (1, 1))]
    action: dict[str, Any] = {"do": verb}
    for key, word in zip(fields, words[1:], strict=True):
        value = _face(word) if key == "face" else _number(word)
        if value is None:
            return None, [
                Problem(
                    "bad_word",
                    say(gettext_noop("« {word} » : valeur inconnue."), word=word[:40]),
                    (1, text.find(word) + 1),
                )
            ]
        action[key] = value
    return action, []


def _face(word: str) -> str | None:
    return next((face for face, name in FACES.items() if _plain(name) == _plain(word)), None)


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 7 else None


def _plain(word: str) -> str:
    """Capitals without accents."""
    letters = unicodedata.normalize("NFD", word.upper())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
