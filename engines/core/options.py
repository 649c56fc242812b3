"""Whether a game can start with the seats and options it is given."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.contract import BadOptions, Meta, Problem
from engines.core.texts import gettext_noop, say


def require_options(meta: Meta, seats: Sequence[str], options: Mapping[str, Any]) -> None:
    """`BadOptions` if the number of seats is wrong, or an option (all are choices or switches)."""
    problems = []
    fewest, most = meta.seats
    if not fewest <= len(seats) <= most:
        text = gettext_noop("Il faut de {fewest} à {most} joueurs, et non {count}.")
        problems.append(Problem("seats", say(text, fewest=fewest, most=most, count=len(seats)), ("seats",)))
    known = {option.key: option for option in meta.options}
    for key, value in options.items():
        if key not in known:
            text = gettext_noop("L’option « {key} » n’existe pas ; il y a : {known}.")
            problems.append(Problem("unknown_option", say(text, key=key, known=list(known)), (key,)))
            continue
        option = known[key]
        values = [False, True] if option.kind == "bool" else [choice for choice, _ in option.choices]
        if not any(value is one or (isinstance(value, str) and value == one) for one in values):
            text = gettext_noop("« {value} » ne convient pas pour l’option « {key} » ; il y a : {values}.")
            shown = [str(one).lower() if isinstance(one, bool) else str(one) for one in values]
            problems.append(Problem("bad_option", say(text, key=key, value=str(value), values=shown), (key,)))
    if problems:
        raise BadOptions(problems)
