"""The story that opens a BILAN: what the year brought to the house, in sentences, from events and views alone."""

from apps.tables.gloire.bilan_sheet import strong
from apps.tables.gloire.bilan_tale import Params, Tale, ecus, lands, listed, men, place, points, roman, title_of
from apps.tables.gloire.bilan_words import gettext as _
from apps.tables.gloire.bilan_words import ngettext
from engines.gloire.wording import decimal, number


def story(tale: Tale) -> list[str]:
    """Paragraphs; the first one opens the chronicle."""
    if not tale.new["alive"]:
        return [_end_of_house(tale)]
    wars = [*_conquests(tale), *_losses(tale), *_repulses(tale), *_defences(tale), *_revolts(tale)]
    if not wars:
        return [_quiet_year(tale), *_rest(tale)]
    return [" ".join([_year(tale).format(first=wars[0]), *wars[1:]]), *_rest(tale)]


def _rest(tale: Tale) -> list[str]:
    told = [_purse(tale), " ".join([*_household(tale), *_court(tale)]), _standing(tale)]
    return [paragraph for paragraph in told if paragraph]


# --- how the year is named -------------------------------------------------------------------------------------------


def _year(tale: Tale) -> str:
    """The first words, by what the year gave and took; they change with the years."""
    year = roman(tale.turn)
    won = bool(tale.mine("land_taken"))
    lost = bool(tale.mine("land_taken", "before")) or any(p["how"] == "revolt" for p in tale.mine("land_freed"))
    if won and lost:
        choices = (
            _("L’an {year} donne d’une main et reprend de l’autre. {{first}}"),
            _("L’an {year} n’a épargné personne. {{first}}"),
        )
    elif won:
        choices = (
            _("L’an {year} est une bonne année pour vos bannières. {{first}}"),
            _("La fortune vous sourit en l’an {year}. {{first}}"),
            _("L’an {year} agrandit votre maison. {{first}}"),
        )
    elif lost:
        choices = (
            _("L’an {year} s’achève sur une amertume. {{first}}"),
            _("L’an {year} restera comme une année de deuil. {{first}}"),
        )
    else:
        choices = (
            _("On s’est battu en l’an {year}, et les bornes n’ont pas bougé. {{first}}"),
            _("L’an {year} fut rude aux frontières. {{first}}"),
        )
    return choices[(tale.turn + tale.seat) % len(choices)].format(year=year)


def _quiet_year(tale: Tale) -> str:
    year, owned = roman(tale.turn), tale.new["lands"]
    if not owned:
        return _("L’an {year} vous trouve sans terre : la route est votre seul domaine.").format(year=year)
    choices = (
        ngettext("L’an {year} est calme : vous veillez sur votre terre et attendez votre heure.", "L’an {year} est calme : vous gardez vos {lands} et attendez votre heure.", owned),
        ngettext("Nulle bataille en l’an {year} : les moissons de votre fief rentrent en paix.", "Nulle bataille en l’an {year} : les moissons de vos {lands} rentrent en paix.", owned),
    )  # fmt: skip
    return choices[(tale.turn + tale.seat) % 2].format(year=year, lands=lands(owned))


def _end_of_house(tale: Tale) -> str:
    fall = next(iter(tale.mine("lord_fell")), None)
    year = roman(tale.turn)
    if fall is None:
        return _("Votre maison n’est plus ; l’an {year} s’est joué sans elle.").format(year=year)
    if fall["how"] == "abdication":
        return _("En l’an {year} vous avez déposé l’épée : votre maison s’éteint et ses terres reprennent leur liberté.").format(year=year)  # fmt: skip
    if fall["by"] is None:
        return _("Vous êtes tombé au combat en l’an {year}. Ainsi s’achève la chronique de votre maison.").format(year=year)  # fmt: skip
    return _("Vous êtes tombé au combat en l’an {year}, sous les coups de la maison {by}. Ainsi s’achève la chronique de votre maison.").format(year=year, by=strong(tale.lord(fall["by"])))  # fmt: skip


# --- lands won, lost, defended ---------------------------------------------------------------------------------------


def _conquests(tale: Tale) -> list[str]:
    fought: dict[str, list[Params]] = {}
    for battle in tale.mine("battle"):
        fought.setdefault(battle["land"], []).append(battle)
    leaders = {p["order"]["land"]: tale.knight(p["order"]["knight"]) for p in tale.done("ATT")}
    return [_conquest(tale, taken, fought.get(taken["land"], []), leaders) for taken in tale.mine("land_taken")]


def _conquest(tale: Tale, taken: Params, battles: list[Params], leaders: dict[str, str]) -> str:
    land, victim = strong(tale.land(taken["land"])), taken["before"]
    won = [battle for battle in battles if battle["won"]]
    if not won:
        text = _("{land} s’est ouverte sans combat devant {name}.")
        if victim is not None:
            text = _("{land} s’est ouverte sans combat devant {name} : la maison {victim} l’avait laissée nue.")
        return text.format(land=land, name=leaders.get(taken["land"], _("vos gens")), victim=tale.lord(victim))
    last = won[-1]
    lost, struck = _cost(won)
    facts = {"land": land, "name": last["name"], "renown": decimal(last["renown"][0], 0), "lost": men(lost)}
    if victim is None:
        text = _("Vos gens ont soumis {land} sous la bannière de {name} ({renown} de renommée) : {lost} de moins, et {struck} paysans à terre.")  # fmt: skip
        return text.format(struck=number(struck), **facts)
    text = _("{name} ({renown} de renommée) a pris {land} à la maison {victim}, au prix de {lost} ; l’ennemi en laisse {struck}.")  # fmt: skip
    return text.format(victim=strong(tale.lord(victim)), struck=number(struck), **facts)


def _cost(battles: list[Params]) -> tuple[int, int]:
    lost = sum(battle["men"][0] - battle["men"][1] for battle in battles)
    return lost, sum(battle["against"]["men"][0] - battle["against"]["men"][1] for battle in battles)


def _losses(tale: Tale) -> list[str]:
    """Lands taken by others, gathered by who took them."""
    fought: dict[int, list[str]] = {}
    told = []
    for taken in tale.mine("land_taken", "before"):
        land = strong(tale.land(taken["land"]))
        if taken["unopposed"]:
            text = _("La maison {lord} est entrée à {land} sans trouver personne pour lui barrer la route.")
            told.append(text.format(lord=strong(tale.lord(taken["lord"])), land=land))
        else:
            fought.setdefault(taken["lord"], []).append(land)
    text = _("La maison {lord} vous a pris {lands}.")
    return [text.format(lord=strong(tale.lord(lord)), lands=listed(names)) for lord, names in fought.items()] + told


def _repulses(tale: Tale) -> list[str]:
    """Own attacks that failed: what was lost, and what is left."""
    failed = {p["land"] for p in tale.mine("attack_failed")}
    return [_repulse(tale, battle) for battle in tale.mine("battle") if not battle["won"] and battle["land"] in failed]


def _repulse(tale: Tale, battle: Params) -> str:
    foe = battle["against"]
    facts = {
        "land": strong(tale.land(battle["land"])),
        "name": battle["name"],
        "theirs": men(foe["men"][0]),
        "ours": number(battle["men"][0]),
        "left": men(battle["men"][1]),
        "lost": points(max(0.0, battle["renown"][0] - battle["renown"][1])),
    }
    if battle["men"][1] == 0:
        return _("À {land}, {name} est tombé avec les siens, {ours} contre {theirs}.").format(**facts)
    if foe["kind"] == "peasants":
        return _("À {land} les paysans, {theirs} contre {ours}, ont tenu leurs haies : {name} se replie avec {left} et perd {lost}.").format(**facts)  # fmt: skip
    return _("Devant {land}, {name} a trouvé {theirs} contre ses {ours} : il se replie avec {left} et perd {lost}.").format(**facts)  # fmt: skip


def _defences(tale: Tale) -> list[str]:
    held = [p for p in tale.of("attack_failed") if p["owner"] == tale.seat]
    text = _("{land} a tenu bon : la maison {lord} s’y est brisée.")
    return [text.format(land=strong(tale.land(p["land"])), lord=strong(tale.lord(p["lord"]))) for p in held]


def _revolts(tale: Tale) -> list[str]:
    lost = [strong(tale.land(p["land"])) for p in tale.mine("land_freed") if p["how"] == "revolt"]
    if not lost:
        return []
    text = ngettext("À bout de patience, {lands} s’est révoltée et ne vous obéit plus.", "À bout de patience, {lands} se sont révoltées et ne vous obéissent plus.", len(lost))  # fmt: skip
    return [text.format(lands=listed(lost))]


# --- purse, household, court -----------------------------------------------------------------------------------------


def _purse(tale: Tale) -> str:
    taxes, gifts = (sum(p["ecus"] for p in tale.mine(kind)) for kind in ("tax_raised", "gift_given"))
    told = []
    if taxes and gifts:
        text = _("Vos terres ont versé {taxes} d’impôt, et vous leur en avez rendu {gifts}.")
        told.append(text.format(taxes=ecus(taxes), gifts=number(gifts)))
    elif taxes:
        told.append(_("Vos terres ont versé {taxes} d’impôt.").format(taxes=ecus(taxes)))
    elif gifts:
        told.append(_("Sans lever d’impôt, vous avez donné {gifts} à vos gens.").format(gifts=ecus(gifts)))
    before, after = tale.was["treasury"], tale.now["treasury"]
    if before != after:
        told.append(_("Le trésor passe de {before} à {after}.").format(before=number(before), after=ecus(after)))
    return " ".join(told)


def _household(tale: Tale) -> list[str]:
    told = []
    came = [_("{name} ({renown} de renommée)").format(**p) for p in tale.mine("knight_came")]
    if came:
        text = ngettext("{names} est entré à votre service.", "{names} sont entrés à votre service.", len(came))
        told.append(text.format(names=listed(came)))
    for p in tale.mine("knight_deserted"):
        text = _("Impayé, {name} vous a quitté{men}.")
        if p["why"] == "renown":
            text = _("Trop fameux pour vous servir encore, {name} est parti{men}.")
        followed = _(" avec {men}").format(men=men(p["men"])) if p["men"] else ""
        told.append(text.format(name=strong(p["name"]), men=followed))
    disbanded = sum(p["men"] for p in tale.mine("army_disbanded"))
    if disbanded:
        told.append(_("Faute d’écus pour les nourrir, {men} sont rentrés chez eux.").format(men=men(disbanded)))
    attacked = {p["knight"] for p in tale.mine("battle")}
    dead = [p["name"] for p in tale.mine("knight_died") if p["knight"] not in attacked]
    if dead:
        text = ngettext("On pleure {names}, mort à son poste.", "On pleure {names}, morts à leur poste.", len(dead))
        told.append(text.format(names=listed(dead)))
    return told


def _court(tale: Tale) -> list[str]:
    told = []
    for p in tale.mine("title"):
        text = _("Le roi vous fait {title}.") if p["title"] > p["before"] else _("Le roi vous retire votre rang : vous voilà {title}.")  # fmt: skip
        told.append(text.format(title=strong(title_of(p["title"]))))
    for p in tale.mine("felony"):
        lost = next((one["renown"] for one in tale.mine("renown_lost")), 0)
        text = _("Votre félonie envers la maison {victim} est sur toutes les lèvres ; elle vous coûte {lost}.")
        told.append(text.format(victim=strong(tale.lord(p["victim"])), lost=points(lost)))
    for p in tale.mine("joust"):
        text = _("{name} a remporté la joute donnée par {host} et ses {prize}.")
        if p["host"] < 0:
            text = _("{name} a remporté la joute royale devant toute la cour, et ses {prize}.")
        told.append(text.format(name=strong(p["name"]), host=tale.lord(p["host"]), prize=ecus(p["prize"])))
    return told


def _standing(tale: Tale) -> str:
    old, new = tale.old, tale.new
    gap = new["standing"] - old["standing"]
    facts = {"place": place(new["rank"]), "gap": points(abs(gap)), "standing": decimal(new["standing"], 0)}
    if abs(gap) < 0.05:
        return _("Votre renommée reste à {standing} : vous êtes {place} du royaume.").format(**facts)
    if gap > 0:
        return _("Votre maison gagne {gap}, à {standing} : vous êtes {place} du royaume.").format(**facts)
    return _("Votre maison perd {gap}, à {standing} : vous êtes {place} du royaume.").format(**facts)
