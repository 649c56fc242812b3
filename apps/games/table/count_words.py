"""Numbers of seats, players and lords in words: French writes nought and one without an s, and « de 2 à 2 »
is just 2."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_NAMED = 3  # of those who are awaited


def places(low: int, high: int) -> str:
    """How many seats: exactly so many, or from one number to another."""
    if low == high:
        return ngettext("%(n)d place", "%(n)d places", high) % {"n": high}
    return _("de %(low)d à %(high)d places") % {"low": low, "high": high}


def players(low: int, high: int) -> str:
    if low == high:
        return ngettext("%(n)d joueur", "%(n)d joueurs", high) % {"n": high}
    return _("%(low)d à %(high)d joueurs") % {"low": low, "high": high}


def seats_taken(taken: int, wanted: int) -> str:
    if not taken:
        return ngettext("%(n)d place, encore libre", "%(n)d places, toutes libres", wanted) % {"n": wanted}
    words = ngettext("%(taken)d place prise sur %(n)d", "%(taken)d places prises sur %(n)d", taken)
    return words % {"taken": taken, "n": wanted}


def still_missing(count: int) -> str:
    if count < 1:
        return _("La table est complète.")
    return ngettext("Il manque encore %(n)d joueur.", "Il manque encore %(n)d joueurs.", count) % {"n": count}


def lords_waiting(waiting: int, needed: int) -> str:
    if not waiting:
        return _("Personne n’attend encore ; il faut %(needed)d seigneurs.") % {"needed": needed}
    words = ngettext(
        "%(n)d seigneur attend, sur les %(needed)d qu’il faut.",
        "%(n)d seigneurs attendent, sur les %(needed)d qu’il faut.",
        waiting,
    )
    return words % {"n": waiting, "needed": needed}


def lords_confirmed(confirmed: int, needed: int) -> str:
    if not confirmed:
        return _(
            "Aucun seigneur n’a confirmé sur les %(needed)d qu’il faut : nouvel appel la semaine prochaine."
        ) % {"needed": needed}
    words = ngettext(
        "%(n)d seigneur a confirmé sur les %(needed)d qu’il faut : nouvel appel la semaine prochaine.",
        "%(n)d seigneurs ont confirmé sur les %(needed)d qu’il faut : nouvel appel la semaine prochaine.",
        confirmed,
    )
    return words % {"n": confirmed, "needed": needed}


def lords_ready(confirmed: int, needed: int) -> str:
    """While a call runs."""
    words = ngettext(
        "%(n)d seigneur a confirmé sur les %(needed)d qu’il faut.",
        "%(n)d seigneurs ont confirmé sur les %(needed)d qu’il faut.",
        confirmed,
    )
    return words % {"n": confirmed, "needed": needed}


def enumerate_names(names: Sequence[str]) -> str:
    """« Anne, Bob et Carl », « Anne, Bob et 4 autres »."""
    if len(names) > MOST_NAMED:
        first, others = names[: MOST_NAMED - 1], len(names) - MOST_NAMED + 1
        return _("%(first)s et %(n)d autres") % {"first": ", ".join(first), "n": others}
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s et %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def awaited_words(names: Sequence[str], *, named: bool) -> str:
    """Whose answer is awaited; only how many where the table is not told who has sealed."""
    if named:
        return enumerate_names(names)
    return ngettext("%(n)d siège", "%(n)d sièges", len(names)) % {"n": len(names)}


def sealed_words(silent: Sequence[str], *, among: int, named: bool) -> str:
    """To whoever has sealed: whom the table still waits for, of so many people who seal."""
    if silent:
        return _("Scellé, on attend %(others)s") % {"others": awaited_words(silent, named=named)}
    return _("Scellé, tous ont répondu") if among > 1 else _("Scellé")


def answers_given(answered: int, asked: int) -> str:
    """A player's reliability."""
    if asked == 1 and answered:
        return _("Fidélité : a répondu à la dernière demande.")
    if asked == 1:
        return _("Fidélité : n’a pas encore répondu.")
    words = ngettext(
        "Fidélité : %(n)d réponse sur les %(asked)d dernières demandes.",
        "Fidélité : %(n)d réponses sur les %(asked)d dernières demandes.",
        max(1, answered),
    )
    return words % {"n": answered, "asked": asked}
