"""Battles pass by pass with the odds of a defeat, jousts duel by duel."""

from random import Random

from django.utils.translation import gettext_noop

from apps.tables.gloire.bilan.sheet import Row, Sheet, strong
from apps.tables.gloire.bilan.tale import Params, Tale, ecus, fort_of, men, passage, points
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.gloire.phases.battle import Side, fight
from engines.gloire.words import decimal, number

RUNS = 100  # battles replayed to tell the odds of one that was lost
WHOLE_JOUST = 31  # duels; of a larger joust only the reader's own and the last three rounds are told

JOUSTS = {  # who gave it, and whether the reader himself won it
    ("king", True): gettext_noop("La joute royale : vous l’emportez devant toute la cour et gagnez {prize}."),
    ("king", False): gettext_noop("La joute royale : {who} l’emporte devant toute la cour et gagne {prize}."),
    ("reader", True): gettext_noop("Votre joute : vous l’emportez, et gardez {prize}."),
    ("reader", False): gettext_noop("Votre joute : {who} l’emporte et gagne {prize}."),
    ("other", True): gettext_noop("La joute donnée par {host} : vous l’emportez et gagnez {prize}."),
    ("other", False): gettext_noop("La joute donnée par {host} : {who} l’emporte et gagne {prize}."),
}


def write_battles(sheet: Sheet, tale: Tale) -> None:
    battles = tale.of("battle")
    if not battles:
        return
    sheet.section("batailles", _("Les batailles"))
    for battle in battles:
        sheet.line(_battle(tale, battle))
        if not battle["won"] and battle["lord"] == tale.seat:
            sheet.why(_odds(battle))
        _write_passes(sheet, battle)


def _battle(tale: Tale, b: Params) -> str:
    against = b["against"]
    lost, struck = b["men"][0] - b["men"][1], against["men"][0] - against["men"][1]
    himself = tale.is_reader(b["name"], b["lord"])
    facts = {
        "land": strong(tale.land(b["land"])),
        "who": tale.rider(b["name"], b["lord"]),
        "men": men(b["men"][0]),
        "renown": decimal(b["renown"][0], 0),
        "foe": _foe(tale, against),
        "theirs": men(against["men"][0]),
        "led": decimal(against["renown"][0], 0),
        "walls": _(" derrière une {fort}").format(fort=fort_of(b["fort"])) if b["fort"] != "none" else "",
    }
    text = _(
        "{land} — {who} mène {men} ({renown} de renommée) contre {foe}, {theirs}{walls} ({led} de renommée)."
    )
    if himself:
        text = _(
            "{land} — Vous menez {men} ({renown} de renommée) contre {foe}, {theirs}{walls} ({led} de "
            "renommée)."
        )
    told = text.format(**facts)
    passes = ngettext("une passe", "{n} passes", len(b["passes"])).format(n=len(b["passes"]))
    text = (
        _("L’attaque l’emporte en {passes}. Pertes : {lost} contre {struck}.")
        if b["won"]
        else _("La défense tient après {passes}. Pertes : {lost} contre {struck}.")
    )
    told += " " + text.format(passes=passes, lost=men(lost), struck=number(struck))
    text = _("Votre renommée : {renown}.") if himself else _("{name} : renommée {renown}.")
    return told + " " + text.format(name=b["name"], renown=passage(*b["renown"]))


def _foe(tale: Tale, against: Params) -> str:
    if against["kind"] == "peasants":
        return _("les paysans")
    if against["kind"] != "garrison":
        return tale.knight_of(against["name"], against["lord"])
    if against["lord"] == tale.seat:
        return _("votre garnison {army}").format(army=against["army"])
    return _("la garnison {army} de la maison {lord}").format(
        army=against["army"], lord=tale.lord(against["lord"])
    )


def _odds(b: Params) -> str:
    """Why it was lost: the same battle fought a hundred times. Seeded by the battle, so that a BILAN never
    changes."""
    foe, wins = b["against"], 0
    draw = Random(f"{b['knight']}:{b['land']}:{b['men'][0]}").random
    for _run in range(RUNS):
        ours = Side(b["men"][0], b["renown"][0], b["threshold"])
        theirs = Side(foe["men"][0], foe["renown"][0], foe["threshold"])
        wins += fight(ours, theirs, draw, fort=b["fort"], peasants=foe["kind"] == "peasants")[0]
    text = _(
        "Pourquoi ? {men} sous une renommée de {renown} contre {theirs} sous une renommée de {led} : "
        "{chance}."
    )
    facts = {"men": men(b["men"][0]), "renown": decimal(b["renown"][0], 0), "theirs": number(foe["men"][0])}
    return text.format(led=decimal(foe["renown"][0], 0), chance=_chance(wins), **facts)


def _chance(wins: int) -> str:
    if wins < 2:
        return _("presque aucune chance")
    if wins >= 50:
        return _("environ {n} chances sur cent, et le sort en a décidé autrement").format(n=wins)
    return _("environ une chance sur {n}").format(n=decimal(RUNS / wins, 0))


def _write_passes(sheet: Sheet, b: Params) -> None:
    ours, theirs = b["men"][0], b["against"]["men"][0]
    rows: list[Row] = []
    for n, (mine, other, lost, struck) in enumerate(b["passes"], start=1):
        ours, theirs = ours - lost, theirs - struck
        draws = f"{number(mine)} / {number(other)}"
        losses, left = f"{number(lost)} / {number(struck)}", f"{number(ours)} / {number(theirs)}"
        text = _("passe {n} : tirages {draws}, pertes {losses}, restent {left}")
        line = text.format(n=n, draws=draws, losses=losses, left=left)
        rows.append(((str(n), draws, losses, left), line))
    if rows:
        head = (_("Passe"), _("Tirages att. / déf."), _("Pertes"), _("Restent"))
        sheet.folded_table(_("Passe par passe"), head, rows, figures=3)


# --- jousts -------------------------------------------------------------------------------------------------


def write_jousts(sheet: Sheet, tale: Tale) -> None:
    held, empty, full = tale.of("joust"), tale.of("joust_empty"), tale.of("joust_full")
    if not (held or empty or full):
        return
    sheet.section("joutes", _("Les joutes"))
    for joust in held:
        _write_joust(sheet, tale, joust)
    for p in empty:
        text = _("Faute de chevaliers, la joute royale n’a pas eu lieu.")
        if p["host"] >= 0:
            text = _("Faute de chevaliers, la joute donnée par {host} n’a pas eu lieu.")
        sheet.line(text.format(host=tale.lord(p["host"])))
    for p in full:
        text = _("La joute donnée par {host} affichait complet : {name} n’a pas pu courir.")
        sheet.line(text.format(host=tale.lord(p["host"]), name=p["name"]))


def _write_joust(sheet: Sheet, tale: Tale, joust: Params) -> None:
    facts = {"host": tale.lord(joust["host"]), "prize": ecus(joust["prize"])}
    sheet.line(_joust_words(tale, joust).format(who=tale.rider(joust["name"], joust["lord"]), **facts))
    if joust["host"] == tale.seat and joust["fame"]:
        sheet.line(_("Votre hospitalité vous vaut {fame}.").format(fame=points(joust["fame"])))
    duels = [(n, duel) for n, duels in enumerate(joust["rounds"], start=1) for duel in duels]
    if len(duels) > WHOLE_JOUST:
        last = len(joust["rounds"]) - 3
        duels = [
            (n, d) for n, d in duels if n > last or tale.seat in (d["winner"]["lord"], d["loser"]["lord"])
        ]
    rows: list[Row] = []
    for n, duel in duels:
        winner, loser = _rider(tale, duel["winner"]), _rider(tale, duel["loser"])
        rides = ngettext("{n} course", "{n} courses", duel["rides"]).format(n=duel["rides"])
        line = _("tour {n} : {winner} ({of}) bat {loser} ({from_}) en {rides}").format(
            n=n, winner=winner[0], of=winner[1], loser=loser[0], from_=loser[1], rides=rides
        )
        rows.append(((str(n), winner, loser, str(duel["rides"])), line))
    sheet.folded_table(
        _("Duel par duel"), (_("Tour"), _("Vainqueur"), _("Vaincu"), _("Courses")), rows, figures=1
    )


def _joust_words(tale: Tale, joust: Params) -> str:
    host = "king" if joust["host"] < 0 else "reader" if joust["host"] == tale.seat else "other"
    return _(JOUSTS[host, tale.is_reader(joust["name"], joust["lord"])])


def _rider(tale: Tale, rider: Params) -> tuple[str, str]:
    name = strong(rider["name"]) if rider["lord"] == tale.seat else rider["name"]
    lord, renown = tale.lord(rider["lord"]), passage(*rider["renown"])
    return name, renown if lord == rider["name"] else f"{lord} · {renown}"
