"""French words of the table top: what a figure is and how he fares, stances, conditions, objectives."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.argad.state import Figure, Item, Objective
from engines.argad.words import (
    ARMOUR_NAMES,
    EDGE_NAMES,
    ITEM_NAMES,
    MOUNT_NAMES,
    ROLE_NAMES,
    SHIELD_NAMES,
    WEAPON_NAMES,
)

PLACES = {
    "reserve": gettext_lazy("en réserve"),
    "dead": gettext_lazy("mort"),
    "captured": gettext_lazy("prisonnier"),
    "exited": gettext_lazy("sorti de la table"),
    "fled": gettext_lazy("en fuite, hors de la table"),
}
POSTURES = {"crouched": gettext_lazy("baissé"), "prone": gettext_lazy("étendu")}
ANIMALS = {
    "stag": gettext_lazy("cerf"),
    "boar": gettext_lazy("sanglier"),
    "wolf": gettext_lazy("loup"),
    "bear": gettext_lazy("ours"),
    "fox": gettext_lazy("renard"),
    "hare": gettext_lazy("lièvre"),
}
CONTACTS = {"accept": gettext_lazy("accepte le contact"), "evade": gettext_lazy("esquive le contact")}
OBSTACLES = {
    "none": gettext_lazy("selon l’usage"),
    "assault": gettext_lazy("donne l’assaut"),
    "hold": gettext_lazy("tient l’obstacle"),
}
PACES = {
    "fast": gettext_lazy("au plus vite"),
    "spread": gettext_lazy("sur toute la durée du tour"),
    "depart": gettext_lazy("départ retardé"),
}
TIMINGS = {
    "undecided": gettext_lazy("décider au combat"),
    "before": gettext_lazy("avant le mouvement"),
    "during": gettext_lazy("pendant le mouvement"),
    "normal": gettext_lazy("après le mouvement"),
    "contact": gettext_lazy("au contact seulement"),
}
# What each act asks and does, the most usual first: the form lists them so.
ACT_HELP = {
    "move": gettext_lazy(
        "Tracez le chemin sur la table ; deux pas (la longueur du socle) ne comptent pas comme un mouvement."
    ),
    "charge": gettext_lazy("Touchez l’ennemi : il court droit sur lui."),
    "hold": gettext_lazy(
        "Il tient sa place et tire s’il le peut. Caché, il reste couché : donnez-lui un moment de tir "
        "pour qu’il se lève."
    ),
    "reload": gettext_lazy("Immobile tout le tour ; perdu si un ennemi le touche."),
    "crouch": gettext_lazy(
        "Caché dans les broussailles ou derrière un mur, il ne tire pas. Avec un chemin il rampe de 2 cm "
        "plus un dé."
    ),
    "keep_distance": gettext_lazy(
        "Il recule devant la cible, ou devant tout ennemi, pour rester à la distance donnée plus bas."
    ),
    "follow": gettext_lazy("Il suit la cible, amie ou ennemie."),
    "leave_melee": gettext_lazy(
        "Il s’éloigne du contact, moins un dé. Prenez un des vôtres pour cible : il viendra à sa place."
    ),
    "form_close": gettext_lazy(
        "Ils viennent se serrer autour d’un chef ou d’un porte-bannière immobile (la cible, ou le plus "
        "proche), face à la direction choisie. Effet au tour suivant."
    ),
    "join_close": gettext_lazy("Il rejoint des rangs déjà formés, par l’arrière, socle contre socle."),
    "break_close": gettext_lazy("Les hommes quittent les rangs."),
    "cross_carefully": gettext_lazy(
        "Au contact de l’obstacle : tout le tour pour passer juste de l’autre côté, sans dé ni danger."
    ),
    "jump": gettext_lazy(
        "À cheval, sans armure complète : il faut en ligne droite autant de centimètres que deux dés."
    ),
    "climb": gettext_lazy("Au pied d’une échelle dressée : un tour pour monter."),
    "embark": gettext_lazy("À côté d’une barque : un tour pour y monter."),
    "land": gettext_lazy("La barque touche la rive : un tour pour descendre."),
    "work": gettext_lazy("Près d’une porte, d’une charrette, ou d’un rempart avec une échelle en main."),
    "pick_up": gettext_lazy(
        "Il va jusqu’à l’objet choisi plus bas (Posture, allure, tir) et le prend ; une bête se prend "
        "par la bride, comme cible."
    ),
    "drop": gettext_lazy("Il pose l’objet choisi plus bas."),
    "hand_over": gettext_lazy("Il donne l’objet choisi plus bas à l’ami désigné comme cible, au contact."),
    "mount": gettext_lazy("Tout le tour, rien d’autre."),
    "dismount": gettext_lazy("Tout le tour, rien d’autre ; son cheval l’attend."),
    "help": gettext_lazy(
        "À moins de 2 cm d’un ami en danger : il l’aide au prochain test, à son propre risque."
    ),
    "talk": gettext_lazy("Au contact de la cible."),
    "cut_lance": gettext_lazy("Un tour : la lance lourde devient une lance."),
    "caracole": gettext_lazy(
        "Cavaliers armés de traits, en terrain facile : ils tournent, tirent au plus près, et sont plus "
        "durs à toucher."
    ),
    "surrender": gettext_lazy("Il se rend à l’ennemi qui le touche."),
    "flee": gettext_lazy("Il court au bord de la table le plus proche."),
}
OFFSETS = {
    "keep": gettext_lazy("chacun garde sa place"),
    "line": gettext_lazy("en ligne"),
    "column": gettext_lazy("en colonne"),
}
WHENS = {
    "enemy_within": gettext_lazy("un ennemi s’approche à moins de … cm"),
    "enemy_enters": gettext_lazy("un ennemi entre dans la zone"),
    "enemy_charges_me": gettext_lazy("un ennemi le charge"),
    "enemy_visible": gettext_lazy("un ennemi se montre"),
    "ally_down": gettext_lazy("un des siens est tombé"),
    "time": gettext_lazy("… centièmes du tour sont passés"),
}
STANDS = {
    "": gettext_lazy("selon l’usage : l’assaut s’il a marché, sinon il tient"),
    "assault": gettext_lazy("donne l’assaut"),
    "hold": gettext_lazy("tient l’obstacle (+1 contre l’assaillant)"),
    "none": gettext_lazy("ni l’un ni l’autre : il ne se bat pas à travers"),
}
AIMS = {"exposed": gettext_lazy("d’abord les plus exposés"), "any": gettext_lazy("tout le groupe, au hasard")}
FOLLOWS = {
    "on_kill": gettext_lazy("suit s’il tue"),
    "always": gettext_lazy("suit toujours"),
    "never": gettext_lazy("reste sur place"),
}
BLOCKED = {"surrender": gettext_lazy("se rend"), "die": gettext_lazy("meurt sur place")}
COMPASS = {
    "n": (gettext_lazy("nord"), 2700),
    "ne": (gettext_lazy("nord-est"), 3150),
    "e": (gettext_lazy("est"), 0),
    "se": (gettext_lazy("sud-est"), 450),
    "s": (gettext_lazy("sud"), 900),
    "so": (gettext_lazy("sud-ouest"), 1350),
    "o": (gettext_lazy("ouest"), 1800),
    "no": (gettext_lazy("nord-ouest"), 2250),
}
MODES = {
    "direct": gettext_lazy("tout droit"),
    "gap": gettext_lazy("entre les hommes du premier rang, toute la rangée ensemble"),
    "shoulder": gettext_lazy("par-dessus l’épaule"),
    "ranks": gettext_lazy("sur deux rangs serrés"),
    "thrown": gettext_lazy("lancé"),
    "lob": gettext_lazy("en cloche"),
    "height": gettext_lazy("d’en haut"),
}
FATES = {
    "falls": gettext_lazy("est tué"),
    "hurt": gettext_lazy("est blessé"),
    "recoils": gettext_lazy("recule"),
}
BANDS = (gettext_lazy("courte portée"), gettext_lazy("moyenne portée"), gettext_lazy("longue portée"))
MODIFIERS = {
    "cav": gettext_lazy("à cheval contre un piéton"),
    "vs_cav": gettext_lazy("contre un cavalier"),
    "pole": gettext_lazy("arme d’hast"),
    "charge": gettext_lazy("charge"),
    "couched": gettext_lazy("lance couchée"),
    "brace": gettext_lazy("lance plantée"),
    "lower": gettext_lazy("en contrebas"),
    "obst": gettext_lazy("derrière l’obstacle"),
    "heavy2h": gettext_lazy("arme à deux mains"),
    "wall": gettext_lazy("mur de boucliers"),
    "wound": gettext_lazy("blessé"),
    "class12": gettext_lazy("peu aguerri"),
}


def thing(item: Item) -> str:
    """« sac H1 »: its kind, and what its maker added to it."""
    kind = _(ITEM_NAMES.get(item.kind, item.kind))
    own = item.id.partition("-")[2]
    return f"{kind} {own}" if own else kind


def name_of(figure: Figure) -> str:
    """« Pavesier B04 »"""
    return f"{_(figure.name)} {figure.id}"


def cm(value: int) -> str:
    """Hundredths of a centimetre, to a tenth: « 12,5 »."""
    tenths = (value + 5) // 10
    whole, rest = divmod(tenths, 10)
    return f"{whole},{rest}" if rest else str(whole)


def spot(point: tuple[int, ...]) -> str:
    """« 120,5/60 », as people write a place."""
    return "/".join(cm(value) for value in point)


def weapons(figure: Any) -> str:
    return ", ".join(_(WEAPON_NAMES[id]) for id in figure.weapons) or _("sans arme particulière")


def description(figure: Any) -> str:
    """What he is: « classe 3, cotte de mailles, pavois, lance »."""
    if figure.mount == "pack":
        return _("animal de bât")
    parts = [_(ROLE_NAMES[role]) for role in figure.roles if role in ROLE_NAMES]
    parts += [_("classe {cls}").format(cls=figure.cls)]
    if figure.mount != "foot":
        parts.append(_(MOUNT_NAMES[figure.mount]))
    if figure.armour:
        parts.append(_(ARMOUR_NAMES[figure.armour]))
    if figure.shield != "none":
        parts.append(_(SHIELD_NAMES[figure.shield]))
    return ", ".join([*parts, weapons(figure)])


def conditions(figure: Figure, carried: list[str], mine: bool) -> list[str]:
    """How he fares, in plain words, the worst first."""
    if figure.place != "table":
        return [str(PLACES[figure.place])]
    states = (
        (figure.fleeing, _("en fuite")),
        (figure.disorder, _("en désordre")),
        (figure.hesitating, _("hésite, n’obéit pas")),
        (bool(figure.danger), _("en danger dans le terrain")),
        (figure.wounded, _("blessé")),
        (bool(figure.stripped), _("sans harnois")),
        (figure.posture in POSTURES, str(POSTURES.get(figure.posture, ""))),
        (bool(figure.on_ladder), _("sur une échelle")),
        (bool(figure.aboard), _("dans une barque")),
        (figure.hidden and not figure.token, _("caché")),
        (bool(figure.token), _("sous un leurre")),
        (bool(figure.now.contacts), _("au corps à corps")),
        (bool(figure.formation), _("en ordre serré")),
        (figure.lance_dropped, _("lance lourde jetée")),
        (figure.now.shot, _("a tiré")),
    )
    found = [word for said, word in states if said]
    if mine and figure.unloaded:
        found.append(_("arme à recharger"))
    if mine and "javelin" in figure.weapons:
        found.append(ngettext("{n} javelot", "{n} javelots", figure.javelins).format(n=figure.javelins))
    found += [_("porte : {item}").format(item=item) for item in carried]
    return found


def objective(one: Objective, counted: bool = False) -> str:
    """What brings points, in a sentence; `counted`: with how far a zone's turns have come."""
    said = HELD_ZONE if "turns" in one.args and one.kind == "in_zone" else OBJECTIVES.get(one.kind)
    if said is None:
        return _("sur décision de l’organisateur : {text}").format(text=one.args.get("text", "—"))
    text = str(said).format(**_words_of(one.args))
    so_far = said is HELD_ZONE and counted
    return (
        text + _(" ({held} sur {turns})").format(held=one.held, turns=one.args["turns"]) if so_far else text
    )


def _words_of(args: Mapping[str, Any]) -> dict[str, Any]:
    zone = args.get("zone")
    role = _(ROLE_NAMES[args["role"]]) if args.get("role") in ROLE_NAMES else ""
    item = args.get("item", "")
    return {
        "edge": _(EDGE_NAMES[args["edge"]]) if args.get("edge") in EDGE_NAMES else _("n’importe quel bord"),
        "item": _(ITEM_NAMES[item]) if item in ITEM_NAMES else _("objet"),
        "who": role or (_("habitant") if args.get("who") == "npc" else _("homme")),
        "per": _("10 points de troupe") if args.get("per") == "ten_points" else role or _("homme"),
        "zone": _("la zone {a}/{b} – {c}/{d}").format(a=zone[0], b=zone[1], c=zone[2], d=zone[3])
        if zone
        else _("la zone"),
        "min": args.get("min", 1),
        "turns": args.get("turns", 1),
        "percent": args.get("percent", 50),
    }


HELD_ZONE = gettext_lazy("pour {min} hommes au moins dans {zone} à la fin de {turns} tours")
OBJECTIVES = {
    "items_off": gettext_lazy("par {item} emporté ({edge})"),
    "carry": gettext_lazy("par {item} emporté ({edge})"),
    "items_kept": gettext_lazy("par objet gardé ou repris à la fin"),
    "kill_score": gettext_lazy("par 10 points d’ennemis tués ou pris"),
    "kill": gettext_lazy("pour la mort d’un ennemi : {who}"),
    "capture": gettext_lazy("pour la capture d’un ennemi : {who}"),
    "exit": gettext_lazy("sortis de la table ({edge}), par {per}"),
    "protect": gettext_lazy("sain et sauf à la fin : {who}"),
    "in_zone": gettext_lazy("pour {min} hommes au moins dans {zone} à la fin"),
    "no_enemy_in": gettext_lazy("si aucun ennemi n’est dans {zone} à la fin"),
    "beasts_off": gettext_lazy("par animal mené hors de la table ({edge})"),
    "beasts_saved": gettext_lazy("par animal sorti de la table ({edge})"),
    "beasts_held": gettext_lazy("par animal tenu par la bride à la fin"),
    "beasts_taken": gettext_lazy("pour {min} animaux pris"),
    "beasts_in": gettext_lazy("par animal dans {zone} à la fin"),
    "beasts_lost": gettext_lazy("par animal mort ou pris"),
    "losses_below": gettext_lazy("si vos pertes restent sous {percent} %"),
    "more_points_than": gettext_lazy("s’il vous reste plus de troupe qu’à l’adversaire désigné"),
    "touch": gettext_lazy("pour avoir rejoint le personnage désigné"),
    "emblem_taken": gettext_lazy("pour la prise d’une enseigne ennemie"),
}
