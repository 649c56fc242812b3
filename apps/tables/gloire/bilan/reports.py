"""The BILAN of each lord for one step: at the start (turn 0), each turn, and at the end with ranking and
seed.

Made from the views of the seat and the events that seat saw, and from nothing else; the public part is made
once.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from apps.games.models import Seat, Step
from apps.games.table.presentation import Happening, ReportDraft
from apps.games.timing.pace import first_deadline, next_deadline
from apps.site.numbers import roman
from apps.tables.gloire.bilan.court import write_diplomacy
from apps.tables.gloire.bilan.house import write_armies, write_economy, write_spies
from apps.tables.gloire.bilan.orders import write_orders
from apps.tables.gloire.bilan.prose import story
from apps.tables.gloire.bilan.realm import Realm
from apps.tables.gloire.bilan.sheet import Sheet, strong
from apps.tables.gloire.bilan.tale import Tale, change, ecus, enumeration, lands, place, title_of
from apps.tables.gloire.bilan.war import write_battles, write_jousts
from apps.tables.gloire.bilan.words import gettext as _
from engines.core.texts import render
from engines.gloire.tables import LIMITS
from engines.gloire.words import decimal, number


def reports_of(happening: Happening, seats: list[Seat]) -> list[ReportDraft]:
    """One draft a seat. A lord who fell on an earlier turn reads the end, and nothing in between."""
    rules, before = happening.game.rules, happening.before if happening.n else happening.after
    turn = _turn(happening)
    readers = [None, *(seat.number for seat in seats)]
    then, now = rules.views(before, readers), rules.views(happening.after, readers)
    code = happening.game.code
    further = _address("gloire:news", code), _address("gloire:realm", code)
    realm = Realm(happening.seen_by(None), then[None] if happening.n else None, now[None], *further)
    due = "" if happening.over else _in_words(next_due(happening), happening.game.pace.zone)
    drafts = []
    for seat in seats:
        old, new = then[seat.number], now[seat.number]
        if not old["lords"][seat.number]["alive"] and not happening.over:
            continue
        tale = Tale(seat.number, old, new, happening.seen_by(seat.number), turn)
        sheet = _sheet_of(happening, tale, realm, due)
        drafts.append(ReportDraft(seat.number, _subject(happening, turn), sheet.text, sheet.html))
    return drafts


def _turn(happening: Happening) -> int:
    return next((event.params["turn"] for event in happening.events if event.kind == "turn"), 0)


def _subject(happening: Happening, turn: int) -> str:
    if happening.over:
        return _("{game} : le couronnement").format(game=happening.game.name)
    if not turn:
        return _("{game} : la course au trône commence").format(game=happening.game.name)
    return _("{game} : bilan du tour {turn}").format(game=happening.game.name, turn=turn)


def _sheet_of(happening: Happening, tale: Tale, realm: Realm, due: str) -> Sheet:
    sheet = Sheet()
    _write_heading(sheet, happening, tale)
    if tale.turn:
        _write_story(sheet, tale)
    else:
        _write_start(sheet, tale)
    if happening.over:
        _write_coronation(sheet, happening, tale)
    if tale.turn:
        write_turn(sheet, tale)
    realm.write(sheet, tale.seat)
    _write_foot(sheet, happening, tale, due)
    return sheet


def _write_heading(sheet: Sheet, happening: Happening, tale: Tale) -> None:
    above = f"{happening.game.title} · {_(LIMITS[tale.after['map']].title)} · {happening.game.name}"
    house = _("La maison {name}").format(name=tale.lord(tale.seat))
    sheet.title(
        _("{house} : bilan du tour {turn}").format(house=house, turn=tale.turn) if tale.turn else house, above
    )
    old, new = tale.old, tale.new
    living = sum(1 for lord in tale.after["lords"] if lord["alive"])
    rows = [(_("Titre"), title_of(new["title"]) if new["title"] else _("aucun"))]
    if new["alive"]:
        moved = f" ({change(old['standing'], new['standing'])})" if tale.turn else ""
        was = _(" (était {place})").format(place=place(old["rank"])) if old["rank"] != new["rank"] else ""
        rows.append((_("Renommée globale"), strong(decimal(new["standing"])) + moved))
        if tale.turn:
            rows.append((_("Rang"), strong(place(new["rank"])) + _(" sur {n}").format(n=living) + was))
    treasury = ecus(tale.now["treasury"])
    if tale.turn and tale.was["treasury"] != tale.now["treasury"]:
        treasury = f"{number(tale.was['treasury'])} → {treasury}"
    rows += [(_("Trésor"), treasury), (_("Terres"), str(new["lands"]))]
    sheet.facts(rows)


def _write_story(sheet: Sheet, tale: Tale) -> None:
    told = story(tale)
    sheet.opening(told[0])
    for paragraph in told[1:]:
        sheet.line(paragraph)


def write_turn(sheet: Sheet, tale: Tale) -> None:
    write_orders(sheet, tale)
    write_economy(sheet, tale)
    write_armies(sheet, tale)
    write_battles(sheet, tale)
    write_jousts(sheet, tale)
    write_diplomacy(sheet, tale)
    write_spies(sheet, tale)


def _write_start(sheet: Sheet, tale: Tale) -> None:
    """Turn 0: what the lord has, who lives around him, and what wins."""
    home = tale.new["home"]
    land = tale.after["lands"][home]
    near = tale.map.lands[home].neighbours
    free = [tale.land(name) for name in near if tale.after["lands"][name]["owner"] is None]
    limits = tale.after["limits"]
    sheet.opening(
        _(
            "Le vieux roi n’a pas d’héritier. Il vous confie {land} et vous regarde : ainsi commence, en "
            "l’an {year}, la chronique de votre maison."
        ).format(land=strong(tale.land(home)), year=roman(1))
    )
    sheet.line(
        _(
            "Votre fief compte {people} habitants, d’un bonheur de {happiness} et d’une richesse de "
            "{wealth}. Vous avez {treasury} en caisse et votre seule épée : {renown} de renommée."
        ).format(
            people=number(land["population"]),
            happiness=decimal(land["happiness"], 0),
            wealth=decimal(land["wealth"], 2),
            treasury=ecus(tale.now["treasury"]),
            renown=decimal(tale.now["knights"][0]["renown"], 0),
        )
    )
    if free:
        sheet.line(
            _(
                "Autour de vous, ces terres n’obéissent à personne : {names}. Leurs paysans se défendront."
            ).format(names=enumeration(free))
        )
    sheet.line(
        _(
            "Le trône ira au premier dont la renommée globale dépassera {standing}, qui tiendra {lands} "
            "ou que tous les autres auront pour allié."
        ).format(standing=number(limits["standing"]), lands=lands(limits["lands"]))
    )
    sheet.why(
        _(
            "Pour commencer : levez un impôt (IMP), rendez-en une part à vos gens (RED), levez une armée "
            "(ARM) et prenez une terre voisine (ATT). Écrivez à vos voisins : une alliance (ALL) se "
            "conclut à deux, "
            "le même tour."
        )
    )


def _write_coronation(sheet: Sheet, happening: Happening, tale: Tale) -> None:
    outcome = happening.game.rules.outcome(happening.after)
    sheet.section("couronnement", _("Le couronnement"))
    if outcome is None:
        return
    sheet.line(strong(render(outcome.how, _)))
    mine = next((rank.place for rank in outcome.ranking if rank.seat == tale.seat), None)
    if tale.after["winner"] == tale.seat:
        sheet.line(_("La couronne est à vous. Que les chroniqueurs s’en souviennent."))
    elif mine is not None:
        sheet.line(
            _("Vous finissez {place} sur {n}. Merci d’avoir tenu votre rang jusqu’au bout.").format(
                place=place(mine), n=len(outcome.ranking)
            )
        )


def _write_foot(sheet: Sheet, happening: Happening, tale: Tale, due: str) -> None:
    """The end of every BILAN: the next deadline, the links, the head of the chain."""
    game = happening.game
    if happening.over:
        sheet.section("fin", _("Tout est révélé"))
        sheet.link(
            _("La page du couronnement, avec toutes les maisons à livre ouvert"),
            _address("gloire:coronation", game.code),
        )
        sheet.mark(_("La graine des dés, tenue secrète jusqu’ici :"), bytes(game.seed).hex())
        sheet.mark(_("Son empreinte, publiée à l’ouverture :"), game.commitment)
        sheet.link(_("Vérifier toute la partie"), _address("games:verify", game.code))
    elif tale.new["alive"]:
        sheet.section("suite", _("Et maintenant ?"))
        sheet.line(due or _("Le prochain tour se joue quand vous le dites."))
        sheet.link(_("Écrire vos ordres"), _address("games:game", game.code))
    else:
        sheet.section("suite", _("Et maintenant ?"))
        sheet.line(
            _(
                "La course continue sans votre maison : vous pouvez la suivre sur la carte, et le "
                "couronnement vous vaudra un dernier bilan, tout révélé."
            )
        )
        sheet.link(_("La carte, tour après tour"), _address("gloire:map", game.code))
        sheet.link(_("Une autre partie"), _address("games:lobby"))
    if not happening.n:
        sheet.mark(_("Empreinte de la graine des dés, pour vérifier la partie à la fin :"), game.commitment)
    sheet.mark(_("Tête de la chaîne des tours :"), happening.chain)


def next_due(happening: Happening) -> datetime | None:
    """The deadline of the turn that opens with this BILAN, by the same rule that will open it."""
    game, now = happening.game, timezone.now()
    if not happening.n:
        return first_deadline(game.pace, now)
    scheduled = (
        Step.objects.filter(game_id=game.pk, n=happening.n).values_list("scheduled_at", flat=True).first()
    )
    return next_deadline(game.pace, scheduled, now)


def _in_words(due: datetime | None, zone: str) -> str:
    if due is None:
        return ""
    local = due.astimezone(ZoneInfo(zone))
    day = date_format(local, "l 1\\e\\r F" if local.day == 1 else "l j F")
    hour = date_format(local, "G \\h i")
    city = zone.rpartition("/")[2].replace("_", " ")
    return _("Prochaine échéance : {day} à {hour} (heure de {city}).").format(
        day=strong(day), hour=hour, city=city
    )


def _address(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)
