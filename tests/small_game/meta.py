"""What the lobby shows and asks before a game starts."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import BadOptions, Meta, Option, Problem
from engines.core.texts import gettext_noop, say

PURSES = {"light": 6, "heavy": 12}

META = Meta(
    slug="enchere",
    title=gettext_noop("L’enchère"),
    version=1,
    seats=(2, 4),
    options=(
        Option(
            "purse",
            gettext_noop("Bourse de départ"),
            "choice",
            "light",
            (("light", gettext_noop("Légère : 6 pièces")), ("heavy", gettext_noop("Lourde : 12 pièces"))),
        ),
        Option("open_offers", gettext_noop("Publier les offres perdantes"), "bool", False),
        Option("rounds", gettext_noop("Nombre de tours"), "int", 4, low=1, high=12),
    ),
    pace="live",
    maturity="stable",
    tagline=gettext_noop("Vendre cher, acheter bas, et ne rien montrer."),
    minutes=(5, 15),
)


def read_options(seats: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with their defaults; raises BadOptions with everything that is wrong."""
    known = {option.key: option for option in META.options}
    problems = [_unknown(key) for key in options if key not in known]
    chosen = {key: options.get(key, option.default) for key, option in known.items()}
    problems += [problem for key, value in chosen.items() if (problem := _bad_value(known[key], value))]
    if not META.seats[0] <= len(seats) <= META.seats[1]:
        text = say(gettext_noop("Il faut de 2 à 4 joueurs, pas {count}."), count=len(seats))
        problems.append(Problem("bad_seats", text, ("seats",)))
    if problems:
        raise BadOptions(problems)
    return chosen


def _unknown(key: str) -> Problem:
    return Problem(
        "unknown_option", say(gettext_noop("L’option « {key} » n’existe pas."), key=key), ("options", key)
    )


def _bad_value(option: Option, value: Any) -> Problem | None:
    where = ("options", option.key)
    if option.kind == "bool" and not isinstance(value, bool):
        return Problem(
            "bad_option", say(gettext_noop("« {label} » : oui ou non."), label=option.label), where
        )
    if option.kind == "choice" and value not in [known for known, _ in option.choices]:
        labels = [label for _, label in option.choices]
        text = say(
            gettext_noop("« {label} » : choisissez parmi {choices}."), label=option.label, choices=labels
        )
        return Problem("bad_option", text, where)
    low, high = option.low or 0, option.high or 0
    if option.kind == "int" and not (type(value) is int and low <= value <= high):
        text = say(
            gettext_noop("« {label} » : un nombre de {low} à {high}."),
            label=option.label,
            low=low,
            high=high,
        )
        return Problem("bad_option", text, where)
    return None
