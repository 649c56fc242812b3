"""Feats of arms in the story of a BILAN: lands won, lost, defended, in sentences; what is alike is told
once."""

from typing import NamedTuple

from apps.tables.gloire.bilan.sheet import strong
from apps.tables.gloire.bilan.tale import Params, Tale, enumeration, men, points
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.gloire.words import decimal, number


def feats(tale: Tale) -> list[str]:
    return [*_conquests(tale), *_losses(tale), *_repulses(tale), *_defences(tale), *_revolts(tale)]


class Conquest(NamedTuple):
    land: str
    victim: int | None  # the lord who had it; None: nobody
    name: str
    renown: float
    lost: int
    struck: int


def _conquests(tale: Tale) -> list[str]:
    """Lands taken, by whom they were taken from: after a fight, then without one."""
    fought: dict[int | None, list[Conquest]] = {}
    empty: dict[int | None, list[Conquest]] = {}
    battles: dict[str, list[Params]] = {}
    for battle in tale.mine("battle"):
        if battle["won"]:
            battles.setdefault(battle["land"], []).append(battle)
    leaders = {p["order"]["land"]: tale.knight(p["order"]["knight"]) for p in tale.orders_done("ATT")}
    for taken in tale.mine("land_taken"):
        land, victim, won = taken["land"], taken["before"], battles.get(taken["land"], [])
        if won:
            lost, struck = _cost(won)
            one = Conquest(tale.land(land), victim, won[-1]["name"], won[-1]["renown"][0], lost, struck)
            fought.setdefault(victim, []).append(one)
        else:
            name = leaders.get(land, _("vos gens"))
            name = _("vous") if tale.is_reader(name, tale.seat) else name
            one = Conquest(tale.land(land), victim, name, 0.0, 0, 0)
            empty.setdefault(victim, []).append(one)
    told = [_conquest_by_arms(tale, won) for won in fought.values()]
    return told + [_conquest_without_fight(tale, won) for won in empty.values()]


def _cost(battles: list[Params]) -> tuple[int, int]:
    lost = sum(battle["men"][0] - battle["men"][1] for battle in battles)
    return lost, sum(battle["against"]["men"][0] - battle["against"]["men"][1] for battle in battles)


def _conquest_by_arms(tale: Tale, won: list[Conquest]) -> str:
    victim = won[0].victim
    facts = {
        "lost": men(sum(one.lost for one in won)),
        "struck": number(sum(one.struck for one in won)),
        "victim": tale.lord(victim) if victim is not None else "",
    }
    if len(won) == 1:
        one = won[0]
        return _words_of_one_conquest(tale, one).format(
            name=one.name, renown=decimal(one.renown, 0), land=strong(one.land), **facts
        )
    lands = enumeration([f"{strong(one.land)} ({one.name})" for one in won])
    if victim is None:
        text = _("Vos gens ont soumis {lands}, au prix de {lost} ; {struck} paysans sont restés à terre.")
    else:
        text = _(
            "Vos bannières ont pris {lands} à la maison {victim}, au prix de {lost} ; l’ennemi en laisse "
            "{struck}."
        )
    return text.format(lands=lands, **facts)


def _words_of_one_conquest(tale: Tale, one: Conquest) -> str:
    himself = one.name == tale.lord(tale.seat)
    if one.victim is None:
        if himself:
            return _(
                "À la tête de vos gens, vous avez soumis {land}, au prix de {lost} ; {struck} paysans "
                "sont restés à terre."
            )
        return _(
            "Sous les ordres du chevalier {name} ({renown} de renommée), vos gens ont soumis {land}, au "
            "prix de {lost} ; {struck} paysans sont restés à terre."
        )
    if himself:
        return _(
            "Vous avez pris vous-même {land} à la maison {victim}, au prix de {lost} ; l’ennemi en "
            "laisse {struck}."
        )
    return _(
        "{name} ({renown} de renommée) a pris {land} à la maison {victim}, au prix de {lost} ; l’ennemi "
        "en laisse {struck}."
    )


def _conquest_without_fight(tale: Tale, won: list[Conquest]) -> str:
    lands = enumeration([strong(one.land) for one in won])
    if won[0].victim is None:
        text = ngettext(
            "{lands} s’est ouverte sans combat devant {name}.",
            "{lands} se sont ouvertes sans combat devant vos gens.",
            len(won),
        )
    else:
        text = ngettext(
            "{lands} s’est ouverte sans combat devant {name} : la maison {victim} l’avait laissée sans "
            "défense.",
            "{lands} se sont ouvertes sans combat devant vos gens : la maison {victim} les avait "
            "laissées sans défense.",
            len(won),
        )
    return text.format(lands=lands, name=won[0].name, victim=tale.lord(won[0].victim))


def _losses(tale: Tale) -> list[str]:
    """Lands taken by others, gathered by who took them: after a fight, or because nobody was there."""
    lost: dict[int, tuple[list[str], list[str]]] = {}
    left = _left_for_an_attack(tale)
    open_gates: set[int] = set()  # houses that found a land whose knights had gone to attack elsewhere
    for taken in tale.mine("land_taken", "before"):
        lost.setdefault(taken["lord"], ([], []))[taken["unopposed"]].append(strong(tale.land(taken["land"])))
        if taken["unopposed"] and taken["land"] in left:
            open_gates.add(taken["lord"])
    told = []
    for lord, (fought, empty) in lost.items():
        if not empty:
            text = _("La maison {lord} vous a pris {fought}.")
        elif not fought:
            text = ngettext(
                "La maison {lord} vous a pris {empty} sans combat : personne ne gardait cette terre.",
                "La maison {lord} vous a pris {empty} sans combat : personne ne gardait ces terres.",
                len(empty),
            )
        else:
            text = _(
                "La maison {lord} vous a pris {fought} par les armes, et {empty} sans combat : personne "
                "n’y veillait."
            )
        told.append(
            text.format(lord=strong(tale.lord(lord)), fought=enumeration(fought), empty=enumeration(empty))
        )
    if open_gates:
        told.append(_("Un chevalier parti à l’attaque ne défend pas la terre qu’il quitte."))
    return told


def _left_for_an_attack(tale: Tale) -> set[str]:
    """Lands where a knight with men stood who was sent to attack."""
    sent = {p["order"]["knight"] for p in tale.of("order") if p["order"]["code"] == "ATT"}
    return {knight["place"] for knight in tale.was["knights"] if knight["id"] in sent}


def _repulses(tale: Tale) -> list[str]:
    """Own attacks that failed: what was lost, and what is left."""
    failed = {p["land"] for p in tale.mine("attack_failed")}
    return [
        _repulse(tale, battle)
        for battle in tale.mine("battle")
        if not battle["won"] and battle["land"] in failed
    ]


def _repulse(tale: Tale, battle: Params) -> str:
    foe = battle["against"]
    facts = {
        "land": strong(tale.land(battle["land"])),
        "name": battle["name"],
        "theirs": men(foe["men"][0]),
        "ours": number(battle["men"][0]),
        "left": men(battle["men"][1]),
    }
    if battle["men"][1] == 0:
        return _("Devant {land}, {name} est tombé avec les siens, {ours} contre {theirs}.").format(**facts)
    himself, peasants = tale.is_reader(battle["name"], tale.seat), foe["kind"] == "peasants"
    lost = battle["renown"][0] - battle["renown"][1]
    return _repulse_words(himself, peasants).format(cost=_renown_words(himself, lost), **facts)


def _repulse_words(himself: bool, peasants: bool) -> str:
    if peasants:
        return (
            _(
                "Devant {land}, les paysans, {theirs} contre {ours}, ont tenu leurs haies : vous vous "
                "repliez avec {left}{cost}."
            )
            if himself
            else _(
                "Devant {land}, les paysans, {theirs} contre {ours}, ont tenu leurs haies : {name} se "
                "replie avec {left}{cost}."
            )
        )
    return (
        _("Devant {land}, vous avez trouvé {theirs} contre vos {ours} : vous vous repliez avec {left}{cost}.")
        if himself
        else _("Devant {land}, {name} a trouvé {theirs} contre ses {ours} : il se replie avec {left}{cost}.")
    )


def _renown_words(himself: bool, lost: float) -> str:
    """What a retreat costs; a knight who won some passes before it may lose nothing."""
    if lost < 0.05:
        return ""
    return (_(" et perdez {lost}") if himself else _(" et perd {lost}")).format(lost=points(lost))


def _defences(tale: Tale) -> list[str]:
    """Lands that held, by the house that broke on them."""
    held: dict[int, list[str]] = {}
    for p in tale.of("attack_failed"):
        if p["owner"] == tale.seat:
            lands = held.setdefault(p["lord"], [])
            lands += [name for name in [strong(tale.land(p["land"]))] if name not in lands]
    told = []
    for lord, lands in held.items():
        text = ngettext(
            "{lands} a tenu bon : la maison {lord} s’y est brisée.",
            "{lands} ont tenu bon : la maison {lord} s’y est brisée.",
            len(lands),
        )
        told.append(text.format(lands=enumeration(lands), lord=strong(tale.lord(lord))))
    return told


def _revolts(tale: Tale) -> list[str]:
    """Lands that had enough, each with the tax that was too much for it."""
    levels = {p["land"]: p["level"] for p in tale.mine("tax_raised")}
    lost = [p["land"] for p in tale.mine("land_freed") if p["how"] == "revolt"]
    if not lost:
        return []
    if len(lost) == 1 and levels.get(lost[0]):
        text = _("Saignée par un impôt de niveau {level}, {land} s’est révoltée et ne vous obéit plus.")
        return [text.format(level=levels[lost[0]], land=strong(tale.land(lost[0])))]
    text = ngettext(
        "À bout de patience, {lands} s’est révoltée et ne vous obéit plus.",
        "À bout de patience, {lands} se sont révoltées et ne vous obéissent plus.",
        len(lost),
    )
    taxed = [
        strong(tale.land(name))
        + (_(" (impôt {level})").format(level=levels[name]) if levels.get(name) else "")
        for name in lost
    ]
    return [text.format(lands=enumeration(taxed))]
