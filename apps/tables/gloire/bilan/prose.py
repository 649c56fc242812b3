"""The story that opens a BILAN: what the year brought to the house, in sentences, from events and views
alone."""

from django.utils.translation import gettext_noop

from apps.site.numbers import roman
from apps.tables.gloire.bilan.feats import feats
from apps.tables.gloire.bilan.sheet import strong
from apps.tables.gloire.bilan.tale import Tale, ecus, enumeration, lands, men, place, points, title_of
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.gloire.words import decimal, number

JOUSTS_WON = {  # whether the king gave it, and whether the reader himself won it
    (True, True): gettext_noop("Vous avez remporté la joute royale devant toute la cour, et ses {prize}."),
    (True, False): gettext_noop("{name} a remporté la joute royale devant toute la cour, et ses {prize}."),
    (False, True): gettext_noop("Vous avez remporté la joute donnée par {host}, et ses {prize}."),
    (False, False): gettext_noop("{name} a remporté la joute donnée par {host}, et ses {prize}."),
}


def story(tale: Tale) -> list[str]:
    """Paragraphs; the first one opens the chronicle."""
    if not tale.new["alive"]:
        return [_end_of_house(tale)]
    wars = feats(tale)
    if not wars:
        return [_quiet_year(tale), *_rest(tale)]
    return [" ".join([_year(tale), *wars]), *_rest(tale)]


def _rest(tale: Tale) -> list[str]:
    told = [
        _purse(tale),
        " ".join([*_household(tale), *_court(tale)]),
        " ".join([*tidings(tale), _standing(tale)]),
    ]
    return [paragraph for paragraph in told if paragraph]


# --- how the year is named ----------------------------------------------------------------------------------


def _year(tale: Tale) -> str:
    """The first words, by what the year gave and took; they change with the years."""
    year = roman(tale.turn)
    won = bool(tale.mine("land_taken"))
    lost = bool(tale.mine("land_taken", "before")) or any(
        p["how"] == "revolt" for p in tale.mine("land_freed")
    )
    choices: tuple[str, ...]
    if won and lost:
        choices = (
            _("L’an {year} donne d’une main et reprend de l’autre."),
            _("En l’an {year}, les bornes ont bougé dans les deux sens."),
            _("L’an {year} vous prend ici ce qu’il vous donne là."),
            _("On se souviendra de l’an {year} : rien n’y est resté en place."),
        )
    elif won:
        choices = (
            _("L’an {year} est une bonne année pour vos bannières."),
            _("La fortune vous sourit en l’an {year}."),
            _("L’an {year} agrandit votre maison."),
            _("L’an {year} porte vos couleurs plus loin."),
            _("On a hissé vos couleurs sur de nouvelles tours en l’an {year}."),
        )
    elif lost:
        choices = (
            _("L’an {year} s’achève sur une amertume."),
            _("L’an {year} restera comme une année de deuil."),
            _("La fortune vous tourne le dos en l’an {year}."),
            _("L’an {year} rogne vos frontières."),
        )
    else:
        choices = (
            _("On s’est battu en l’an {year}, et les bornes n’ont pas bougé."),
            _("L’an {year} fut rude aux frontières."),
            _("Beaucoup de fer et peu de terre en l’an {year}."),
        )
    return _this_year(tale, choices).format(year=year)


def _this_year(tale: Tale, choices: tuple[str, ...]) -> str:
    """Another turn of phrase each year, and not the same for every house."""
    return choices[(tale.turn + tale.seat) % len(choices)]


def _quiet_year(tale: Tale) -> str:
    year, owned = roman(tale.turn), tale.new["lands"]
    if not owned:
        return _("L’an {year} vous trouve sans terre : la route est votre seul domaine.").format(year=year)
    choices = (
        ngettext(
            "L’an {year} est calme : vous veillez sur votre terre et attendez votre heure.",
            "L’an {year} est calme : vous gardez vos {lands} et attendez votre heure.",
            owned,
        ),
        ngettext(
            "Nulle bataille en l’an {year} : les moissons de votre fief rentrent en paix.",
            "Nulle bataille en l’an {year} : les moissons de vos {lands} rentrent en paix.",
            owned,
        ),
        ngettext(
            "L’an {year} passe sans bruit d’armes sur votre terre.",
            "L’an {year} passe sans bruit d’armes sur vos {lands}.",
            owned,
        ),
    )
    return _this_year(tale, choices).format(year=year, lands=lands(owned))


def _end_of_house(tale: Tale) -> str:
    fall = next(iter(tale.mine("lord_fell")), None)
    year = roman(tale.turn)
    if fall is None:
        return _("Votre maison n’est plus ; l’an {year} s’est joué sans elle.").format(year=year)
    if fall["how"] == "abdication":
        return _(
            "En l’an {year} vous avez déposé l’épée : votre maison s’éteint et ses terres reprennent "
            "leur liberté."
        ).format(year=year)
    end = _(
        "Vos chevaliers se dispersent, vos terres n’ont plus de maître. Ainsi s’achève la chronique de "
        "votre maison."
    )
    return f"{_last_stand(tale, fall['by']).format(year=year)} {end}"


def _last_stand(tale: Tale, by: int | None) -> str:
    """Where and against what odds the lord fell. `{year}` is left for the caller."""
    for battle in tale.of("battle"):
        foe = battle["against"]
        facts = {"land": strong(tale.land(battle["land"])), "year": "{year}"}
        if tale.is_reader(foe.get("name", ""), foe["lord"]) and not foe["men"][1]:
            text = _(
                "Vous êtes tombé en l’an {year} en défendant {land}, {ours} contre {theirs} que menait {who}."
            )
            who = tale.knight_of(battle["name"], battle["lord"])
            return text.format(ours=men(foe["men"][0]), theirs=number(battle["men"][0]), who=who, **facts)
        if tale.is_reader(battle["name"], battle["lord"]) and not battle["men"][1]:
            text = _("Vous êtes tombé en l’an {year} devant {land}, {ours} contre {theirs}.")
            return text.format(ours=men(battle["men"][0]), theirs=number(foe["men"][0]), **facts)
    if by is None:
        return _("Vous êtes tombé au combat en l’an {year}.")
    return _("Vous êtes tombé au combat en l’an {year}, sous les coups de la maison {by}.").format(
        year="{year}", by=strong(tale.lord(by))
    )


# --- purse, household, court --------------------------------------------------------------------------------


def _purse(tale: Tale) -> str:
    taxed = tale.mine("tax_raised")
    taxes, gifts = sum(p["ecus"] for p in taxed), sum(p["ecus"] for p in tale.mine("gift_given"))
    told = []
    if taxes and gifts:
        told.append(
            _taxes_and_gifts(tale, len(taxed), taxes > gifts).format(taxes=ecus(taxes), gifts=number(gifts))
        )
    elif taxes:
        text = ngettext(
            "Votre terre a versé {taxes} d’impôt.", "Vos terres ont versé {taxes} d’impôt.", len(taxed)
        )
        told.append(text.format(taxes=ecus(taxes)))
    elif gifts:
        told.append(_("Sans lever d’impôt, vous avez donné {gifts} à vos gens.").format(gifts=ecus(gifts)))
    before, after = tale.was["treasury"], tale.now["treasury"]
    if before != after and not after:
        told.append(_("Des {before} du trésor, il ne reste rien.").format(before=ecus(before)))
    elif before != after:
        told.append(
            _("Le trésor passe de {before} à {after}.").format(before=number(before), after=ecus(after))
        )
    return " ".join(told)


def _taxes_and_gifts(tale: Tale, taxed: int, profitable: bool) -> str:
    plain = ngettext(
        "Votre terre a versé {taxes} d’impôt, et vous lui en avez rendu {gifts}.",
        "Vos terres ont versé {taxes} d’impôt, et vous leur en avez rendu {gifts}.",
        taxed,
    )
    if not profitable:
        return plain
    choices = (
        plain,
        _("L’impôt a rapporté {taxes}, dont {gifts} sont retournés au peuple."),
        _("Vos collecteurs ont rapporté {taxes} ; vos gens en ont reçu {gifts} en retour."),
    )
    return _this_year(tale, choices)


def _household(tale: Tale) -> list[str]:
    told = []
    came = [f"{p['name']} ({p['renown']})" for p in tale.mine("knight_came")]
    if came:
        first = tale.mine("knight_came")[0]
        came[0] = _("{name} ({renown} de renommée)").format(name=first["name"], renown=first["renown"])
        text = ngettext(
            "{names} est entré à votre service.", "{names} sont entrés à votre service.", len(came)
        )
        told.append(text.format(names=enumeration(came)))
    for p in tale.mine("knight_deserted"):
        text = _("Impayé, {name} vous a quitté{men}.")
        if p["why"] == "renown":
            text = _("Devenu deux fois plus renommé que vous, {name} vous a quitté{men}.")
        followed = _(" avec {men}").format(men=men(p["men"])) if p["men"] else ""
        told.append(text.format(name=strong(p["name"]), men=followed))
    disbanded = sum(p["men"] for p in tale.mine("army_disbanded"))
    if disbanded:
        told.append(
            _("Faute d’écus pour les nourrir, {men} sont rentrés chez eux.").format(men=men(disbanded))
        )
    attacked = {p["knight"] for p in tale.mine("battle")}
    dead = [p["name"] for p in tale.mine("knight_died") if p["knight"] not in attacked]
    if dead:
        text = ngettext(
            "On pleure {names}, mort à son poste.", "On pleure {names}, morts à leur poste.", len(dead)
        )
        told.append(text.format(names=enumeration(dead)))
    return told


def _court(tale: Tale) -> list[str]:
    told = [*_sales(tale)]
    for p in tale.mine("title"):
        text = (
            _("Le roi vous fait {title}.")
            if p["title"] > p["before"]
            else _("Le roi vous retire le titre de {before} : vous voilà {title}.")
        )
        told.append(text.format(title=strong(title_of(p["title"])), before=title_of(p["before"])))
    losses = iter(tale.mine("renown_lost"))
    told += [_felony(tale, p["victim"], next(losses, {"renown": 0.0})["renown"]) for p in tale.mine("felony")]
    for p in tale.mine("joust"):
        text = _(JOUSTS_WON[p["host"] < 0, p["name"] == tale.lord(tale.seat)])
        told.append(text.format(name=strong(p["name"]), host=tale.lord(p["host"]), prize=ecus(p["prize"])))
    return told


def _sales(tale: Tale) -> list[str]:
    told = []
    for p in tale.of("sale"):
        sold = p["seller"] == tale.seat
        text = (
            _("Vous avez vendu {land} à la maison {other} pour {ecus}.")
            if sold
            else _("Vous avez acheté {land} à la maison {other} pour {ecus}.")
        )
        other = tale.lord(p["buyer"] if sold else p["seller"])
        told.append(text.format(land=strong(tale.land(p["land"])), other=other, ecus=ecus(p["ecus"])))
    return told


def _felony(tale: Tale, victim: int, lost: float) -> str:
    """With what it was: a land attacked, an ally's land defended by someone else, a war on one's own ally."""
    lands = [tale.land(b["land"]) for b in tale.mine("battle") if b["against"]["lord"] == victim]
    owned = [
        tale.land(p["order"]["land"])
        for p in tale.orders_done("ATT")
        if tale.before["lands"][p["order"]["land"]]["owner"] == victim
    ]
    if owned:
        text = _(
            "Attaquer {land} sans avoir déclaré la guerre à la maison {victim} est une félonie : elle "
            "vous coûte {lost}."
        )
    elif lands:
        text = _(
            "La maison {victim} défendait {land} et n’était pas votre ennemie déclarée : cette félonie "
            "vous coûte {lost}."
        )
    elif victim in tale.old["allies"]:
        text = _(
            "Déclarer la guerre à la maison {victim}, votre alliée, est une félonie : elle vous coûte {lost}."
        )
    else:
        text = _(
            "Votre félonie envers la maison {victim} est sur toutes les lèvres ; elle vous coûte {lost}."
        )
    land = enumeration([strong(name) for name in dict.fromkeys(owned or lands)])
    return text.format(victim=strong(tale.lord(victim)), lost=points(lost), land=land)


def tidings(tale: Tale) -> list[str]:
    """What others did to the house at court; what it did itself is among its orders."""
    against = [strong(tale.lord(p["lord"])) for p in tale.mine("war", "enemy") if p["why"] == "declared"]
    allies = [strong(tale.lord(p["ally"])) for p in tale.mine("alliance")]
    allies += [strong(tale.lord(p["lord"])) for p in tale.mine("alliance", "ally")]
    told = []
    if against:
        told.append(
            ngettext(
                "{names} vous a déclaré la guerre.", "{names} vous ont déclaré la guerre.", len(against)
            ).format(names=enumeration(against))
        )
    if allies:
        told.append(
            ngettext(
                "{names} est désormais des vôtres.", "{names} sont désormais des vôtres.", len(allies)
            ).format(names=enumeration(allies))
        )
    return told


def _standing(tale: Tale) -> str:
    """What the house is worth now, and whom it passed or let pass."""
    gap, was, now = tale.new["standing"] - tale.old["standing"], tale.old["rank"], tale.new["rank"]
    facts = {"gap": points(abs(gap)), "standing": decimal(tale.new["standing"], 0)}
    if abs(gap) < 0.05:
        told = _("Votre renommée reste à {standing}")
    else:
        told = (
            _("Votre maison gagne {gap} ({standing})")
            if gap > 0
            else _("Votre maison perd {gap} ({standing})")
        )
    return told.format(**facts) + _rank_words(gap, was, now).format(was=place(was), now=place(now))


def _rank_words(gap: float, was: int, now: int) -> str:
    if was == now:
        return _(" et garde le {now} rang.")
    if now < was:
        return (
            _(" et monte du {was} au {now} rang.") if gap >= 0 else _(", mais monte du {was} au {now} rang.")
        )
    return _(" et recule du {was} au {now} rang.") if gap <= 0 else _(", mais recule du {was} au {now} rang.")
