"""Diplomacy in a BILAN: what this house and the others became to each other this turn, told to its lord."""

from apps.tables.gloire.bilan.sheet import Sheet, strong
from apps.tables.gloire.bilan.tale import Params, Tale, enumeration, points
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext


def write_diplomacy(sheet: Sheet, tale: Tale) -> None:
    sheet.section("diplomatie", _("Diplomatie"))
    sheet.items(
        [*_felonies(tale), *_wars(tale), *_peaces_and_alliances(tale), *_ended_alliances(tale), *_calls(tale)]
    )
    if not tale.new["alive"]:
        return
    allies, enemies = tale.new["allies"], tale.new["enemies"]
    text = ngettext("Votre allié : {names}.", "Vos alliés : {names}.", len(allies))
    ties = _sentence_naming(tale, allies, text)
    text = ngettext("Votre ennemi : {names}.", "Vos ennemis : {names}.", len(enemies))
    ties += _sentence_naming(tale, enemies, text)
    sheet.line(" ".join(ties) or _("Vous n’avez ni allié ni ennemi déclaré."))
    for call in tale.now["calls"]:
        if call["called"] == tale.seat:
            text = _(
                "{caller} vous appelle à l’aide : au tour prochain vous devrez être en guerre avec "
                "{enemies}, ou perdre de la renommée."
            )
            sheet.why(
                text.format(caller=strong(tale.lord(call["caller"])), enemies=_names(tale, call["enemies"]))
            )


def _names(tale: Tale, seats: list[int]) -> str:
    return enumeration([strong(tale.lord(seat)) for seat in seats])


def _others(tale: Tale, kind: str, mine: str, theirs: str) -> list[int]:
    """The lords who play one part where this lord plays the other."""
    return [params[theirs] for params in tale.mine(kind, mine)]


def _felonies(tale: Tale) -> list[str]:
    """What he did himself stands in the story."""
    felons = _others(tale, "felony", "victim", "lord")
    return _sentence_naming(
        tale,
        felons,
        ngettext(
            "{names} commet une félonie envers vous : c’est la guerre.",
            "{names} commettent une félonie envers vous : c’est la guerre.",
            len(felons),
        ),
    )


def _sentence_naming(tale: Tale, seats: list[int], text: str) -> list[str]:
    return [text.format(names=_names(tale, seats))] if seats else []


def _wars(tale: Tale) -> list[str]:
    declared = [p["enemy"] for p in tale.mine("war") if p["why"] == "declared"]
    suffered = [p["lord"] for p in tale.mine("war", "enemy") if p["why"] == "declared"]
    by_mine = [p["enemy"] for p in tale.mine("war") if p["why"] != "declared"]
    return [
        *_sentence_naming(tale, declared, _("Vous déclarez la guerre à {names}.")),
        *_sentence_naming(
            tale,
            suffered,
            ngettext("{names} vous déclare la guerre.", "{names} vous déclarent la guerre.", len(suffered)),
        ),
        *_sentence_naming(tale, by_mine, _("Votre félonie vous met en guerre avec {names}.")),
    ]


def _peaces_and_alliances(tale: Tale) -> list[str]:
    peaces = _others(tale, "peace", "lord", "enemy") + _others(tale, "peace", "enemy", "lord")
    allies = _others(tale, "alliance", "lord", "ally") + _others(tale, "alliance", "ally", "lord")
    return [
        *_sentence_naming(tale, peaces, _("Vous faites la paix avec {names}.")),
        *_sentence_naming(
            tale,
            allies,
            ngettext(
                "Une alliance vous lie désormais à {names}.",
                "Des alliances vous lient désormais à {names}.",
                len(allies),
            ),
        ),
    ]


def _ended_alliances(tale: Tale) -> list[str]:
    left = [p["ally"] for p in tale.mine("alliance_ended") if p["why"] == "cancelled"]
    leaving = [p["lord"] for p in tale.mine("alliance_ended", "ally") if p["why"] == "cancelled"]
    fallen = [p["ally"] for p in tale.mine("alliance_ended") if p["why"] != "cancelled"]
    fallen += [p["lord"] for p in tale.mine("alliance_ended", "ally") if p["why"] != "cancelled"]
    return [
        *_sentence_naming(
            tale,
            left,
            ngettext(
                "Vous rompez votre alliance avec {names}.",
                "Vous rompez vos alliances avec {names}.",
                len(left),
            ),
        ),
        *_sentence_naming(
            tale,
            leaving,
            ngettext(
                "{names} rompt son alliance avec vous.",
                "{names} rompent leur alliance avec vous.",
                len(leaving),
            ),
        ),
        *_sentence_naming(
            tale,
            fallen,
            ngettext(
                "Votre alliance avec {names} tombe : nul ne reste l’allié de deux maisons qui entrent en "
                "guerre.",
                "Vos alliances avec {names} tombent : nul ne reste l’allié de deux maisons qui entrent "
                "en guerre.",
                len(fallen),
            ),
        ),
    ]


def _calls(tale: Tale) -> list[str]:
    """Calls made and answered. One that this lord must answer is told last, as a warning."""
    told = []
    for p in tale.mine("call", "caller"):
        text = _("Vous appelez {called} à l’aide contre {enemies}.")
        told.append(text.format(called=strong(tale.lord(p["called"])), enemies=_names(tale, p["enemies"])))
    told += [_answer(tale, p, refused=False) for p in tale.of("call_answered")]
    told += [_answer(tale, p, refused=True) for p in tale.of("call_refused")]
    return told


def _answer(tale: Tale, p: Params, refused: bool) -> str:
    mine = p["called"] == tale.seat
    other = strong(tale.lord(p["caller"] if mine else p["called"]))
    if not refused:
        return (
            _("Vous répondez à l’appel lancé par {other}.") if mine else _("{other} répond à votre appel.")
        ).format(other=other)
    text = _("{other} laisse votre appel sans réponse et perd {lost}.")
    if mine:
        text = _(
            "Vous laissez sans réponse l’appel lancé par {other} : il fallait être en guerre avec "
            "{enemies}. Vous perdez {lost}."
        )
    return text.format(other=other, enemies=_names(tale, p["enemies"]), lost=points(p["renown"]))
