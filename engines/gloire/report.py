"""The BILAN: what happened to one house this turn, as sections of paragraphs and tables that the site renders.

Made from the events addressed to the seat and its views before and after, and from nothing else.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engines.core.contract import Event
from engines.core.texts import Text, say
from engines.core.texts import gettext_noop as _
from engines.gloire.narrate import foe_name, narrate, order_text, reason_text
from engines.gloire.words import decimal, fort_name, land_label, lord_name, number, title_name, titled

View = dict[str, Any]
Cell = str | Text


class Table(msgspec.Struct, frozen=True):
    head: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: Text | None = None


class Section(msgspec.Struct, frozen=True):
    """`key` names the section for templates and anchors."""

    key: str
    title: Text
    paragraphs: tuple[Text, ...] = ()
    tables: tuple[Table, ...] = ()


class Heading(msgspec.Struct, frozen=True):
    """Figures of the head of a BILAN, each before and after the turn where it changes."""

    turn: int
    lord: str
    title: Text
    standing: tuple[float, float]
    rank: tuple[int | None, int | None]
    treasury: tuple[int, int]
    lands: tuple[int, int]
    alive: bool


class Bilan(msgspec.Struct, frozen=True):
    heading: Heading
    opening: Text
    sections: tuple[Section, ...]


RESULTS = {"done": _("exécuté"), "partly": _("en partie"), "refused": _("refusé")}


def bilan(events: Sequence[Event], before: View, after: View) -> Bilan:
    """The report of the seat whose views these are. Events for others are left out, whoever passes them."""
    seat = after["seat"]
    mine = [event for event in events if event.audience is None or seat in event.audience]
    heading = _heading(mine, before, after)
    builders = (_orders, _economy, _house, _battles, _jousts, _diplomacy, _spies, _realm, _lords)
    sections = tuple(
        section for build in builders for section in [build(mine, before, after)] if section is not None
    )
    return Bilan(heading, _opening(heading), sections)


def turn_of(events: Iterable[Event]) -> int:
    return next((int(event.params["turn"]) for event in events if event.kind in ("turn", "standings")), 0)


def _heading(events: list[Event], before: View, after: View) -> Heading:
    seat = after["seat"]
    old, new = before["lords"][seat], after["lords"][seat]
    return Heading(
        turn=turn_of(events),
        lord=new["name"],
        title=title_name(new["title"]),
        standing=(old["standing"], new["standing"]),
        rank=(old["rank"], new["rank"]),
        treasury=(before["me"]["treasury"], after["me"]["treasury"]),
        lands=(old["lands"], new["lands"]),
        alive=new["alive"],
    )


def _opening(heading: Heading) -> Text:
    """One sentence in the manner of a chronicle."""
    facts = {"lord": heading.lord, "turn": heading.turn, "lands": heading.lands[1]}
    if not heading.alive:
        return say(_("{lord} n’est plus : au tour {turn} s’achève la chronique de sa maison."), **facts)
    if heading.turn == 0:
        return say(_("Le roi confie un fief à {lord} : ainsi commence la chronique de sa maison."), **facts)
    if heading.lands[1] == 0:
        return say(_("Au tour {turn}, {lord} n’a plus de terre : la route est son seul domaine."), **facts)
    if heading.lands[1] == 1:
        return say(_("Au tour {turn}, {lord} veille sur son unique terre."), **facts)
    if heading.lands[1] > heading.lands[0]:
        return say(
            _("Au tour {turn}, {lord} gagne du terrain : sa bannière flotte sur {lands} terres."), **facts
        )
    if heading.lands[1] < heading.lands[0]:
        return say(_("Au tour {turn}, la fortune tourne : {lord} ne tient plus que {lands} terres."), **facts)
    return say(_("Au tour {turn}, {lord} garde ses {lands} terres et attend son heure."), **facts)


def _of(events: list[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event.kind in kinds]


def _told(events: list[Event], view: View, *kinds: str) -> tuple[Text, ...]:
    sentences = [narrate(event, view) for event in _of(events, *kinds)]
    return tuple(sentence for sentence in sentences if sentence is not None)


# --- the sections, in reading order ----------------------------------------------------------------------------------


def _orders(events: list[Event], before: View, after: View) -> Section | None:
    results = sorted(_of(events, "order"), key=lambda event: int(event.params["n"]))
    if not results:
        return Section("orders", say(_("Vos ordres")), (say(_("Vous n’aviez donné aucun ordre.")),))
    rows = []
    for event in results:
        why = reason_text(event.params, after)
        rows.append(
            (order_text(event.params["order"], after), say(RESULTS[event.params["result"]]), why or "")
        )
    refused = sum(1 for event in results if event.params["result"] == "refused")
    told = say(_("{count} ordres, dont {refused} refusés."), count=len(results), refused=refused)
    head = (say(_("Ordre")), say(_("Résultat")), say(_("Pourquoi")))
    return Section("orders", say(_("Vos ordres")), (told,), (Table(head, tuple(rows)),))


def _economy(events: list[Event], before: View, after: View) -> Section | None:
    seat = after["seat"]
    lands = [n for n in after["lands"] if seat in (before["lands"][n]["owner"], after["lands"][n]["owner"])]
    taxes = {event.params["land"]: event.params["ecus"] for event in _of(events, "tax_raised")}
    gifts: dict[str, int] = {}
    for event in _of(events, "gift_given"):
        gifts[event.params["land"]] = gifts.get(event.params["land"], 0) + event.params["ecus"]
    rows = tuple(_land_row(name, taxes.get(name, 0), gifts.get(name, 0), before, after) for name in lands)
    head = tuple(
        say(title)
        for title in (
            _("Terre"),
            _("Impôt"),
            _("Don"),
            _("Bonheur"),
            _("Richesse"),
            _("Population"),
            _("Défenses"),
        )
    )
    told = _told(events, after, "pension", "upkeep", "army_disbanded", "knight_deserted", "joy", "sale")
    totals = say(
        _("Impôts : {taxes} écus ; dons : {gifts} écus."),
        taxes=number(_sum(taxes)),
        gifts=number(_sum(gifts)),
    )
    return Section("economy", say(_("Vos terres")), (totals, *told), (Table(head, rows),) if rows else ())


def _sum(ecus: dict[str, int]) -> int:
    return sum(ecus.values())


def _land_row(name: str, tax: int, gift: int, before: View, after: View) -> tuple[Cell, ...]:
    old, new = before["lands"][name], after["lands"][name]
    wealth = "–"
    if "wealth" in new:
        wealth = (
            f"{decimal(old['wealth'], 2)} → {decimal(new['wealth'], 2)}"
            if "wealth" in old
            else decimal(new["wealth"], 2)
        )
    return (
        land_label(after, name),
        number(tax),
        number(gift),
        f"{decimal(old['happiness'])} → {decimal(new['happiness'])}",
        wealth,
        f"{number(old['population'])} → {number(new['population'])}",
        fort_name(new.get("fort", "none")),
    )


def _house(events: list[Event], before: View, after: View) -> Section | None:
    kinds = ("knight_came", "knight_left", "levy", "men_moved", "returned", "knight_died", "renown_lost")
    told = _told(events, after, *kinds)
    rows = tuple(
        (
            k["name"],
            k["id"],
            decimal(k["renown"]),
            number(k["men"]),
            land_label(after, k["place"]),
            number(k["wage"]),
        )
        for k in after["me"]["knights"]
    )
    head = tuple(
        say(t) for t in (_("Chevalier"), _("N°"), _("Renommée"), _("Hommes"), _("Terre"), _("Solde"))
    )
    garrisons = tuple(
        (g["id"], land_label(after, g["place"]), number(g["men"])) for g in after["me"]["garrisons"]
    )
    tables = [Table(head, rows)] if rows else []
    if garrisons:
        tables.append(Table((say(_("Garnison")), say(_("Terre")), say(_("Hommes"))), garrisons))
    return Section("house", say(_("Votre maison")), told, tuple(tables)) if told or tables else None


def _battles(events: list[Event], before: View, after: View) -> Section | None:
    fights = _of(events, "battle")
    if not fights:
        return None
    tables = tuple(_battle_table(event.params, after) for event in fights)
    return Section("battles", say(_("Batailles")), _told(events, after, "battle", "attack_failed"), tables)


def _battle_table(p: dict[str, Any], view: View) -> Table:
    """Pass by pass: what each drew, what each lost, what is left."""
    ours, theirs = p["men"][0], p["against"]["men"][0]
    rows = []
    for n, (mine, other, lost, struck) in enumerate(p["passes"], start=1):
        ours, theirs = ours - lost, theirs - struck
        rows.append(
            (
                str(n),
                decimal(mine, 0),
                decimal(other, 0),
                number(lost),
                number(struck),
                number(ours),
                number(theirs),
            )
        )
    titles = (
        _("Passe"),
        _("Attaque"),
        _("Défense"),
        _("Pertes att."),
        _("Pertes déf."),
        _("Reste att."),
        _("Reste déf."),
    )
    caption = say(
        _("{land} : {name} ({lord}) contre {foe}, renommée {before} → {after}"),
        land=land_label(view, p["land"]),
        name=p["name"],
        lord=lord_name(view, p["lord"]),
        foe=foe_name(p["against"], view),
        before=decimal(p["renown"][0]),
        after=decimal(p["renown"][1]),
    )
    return Table(tuple(say(title) for title in titles), tuple(rows), caption)


def _jousts(events: list[Event], before: View, after: View) -> Section | None:
    told = _told(events, after, "joust", "joust_empty", "joust_full")
    if not told:
        return None
    tables = tuple(_joust_table(event.params, after) for event in _of(events, "joust"))
    return Section("jousts", say(_("Joutes")), told, tables)


def _joust_table(p: dict[str, Any], view: View) -> Table:
    rows = []
    for n, duels in enumerate(p["rounds"], start=1):
        for duel in duels:
            rows.append(
                (str(n), _rider(duel["winner"], view), _rider(duel["loser"], view), str(duel["rides"]))
            )
    head = tuple(say(title) for title in (_("Tour"), _("Vainqueur"), _("Vaincu"), _("Passes")))
    return Table(head, tuple(rows), narrate(Event("joust", p), view))


def _rider(rider: dict[str, Any], view: View) -> Text:
    renown = f"{decimal(rider['renown'][0])} → {decimal(rider['renown'][1])}"
    return say(
        _("{name} ({lord}) {renown}"), name=rider["name"], lord=lord_name(view, rider["lord"]), renown=renown
    )


def _diplomacy(events: list[Event], before: View, after: View) -> Section | None:
    seat = after["seat"]
    kinds = ("war", "peace", "alliance", "alliance_ended", "felony")
    about_me = [
        e for e in _of(events, *kinds) if seat in (v for v in e.params.values() if isinstance(v, int))
    ]
    told = _told(about_me, after, *kinds) + _told(events, after, "call", "call_answered", "call_refused")
    me = after["lords"][seat]
    paragraphs = list(told)
    if me["allies"]:
        names = [lord_name(after, ally) for ally in me["allies"]]
        paragraphs.append(say(_("Vos alliés : {names}."), names=names))
    if me["enemies"]:
        names = [lord_name(after, enemy) for enemy in me["enemies"]]
        paragraphs.append(say(_("Vos ennemis : {names}."), names=names))
    return Section("diplomacy", say(_("Diplomatie")), tuple(paragraphs)) if paragraphs else None


def _spies(events: list[Event], before: View, after: View) -> Section | None:
    told = _told(events, after, "spy_report", "spy_lost")
    tables = tuple(_spy_table(e.params, after) for e in _of(events, "spy_report") if e.params["armies"])
    return Section("spies", say(_("Rapports d’espions")), told, tables) if told else None


def _spy_table(p: dict[str, Any], view: View) -> Table:
    rows = tuple(
        (
            army["army"],
            army.get("name", "–"),
            lord_name(view, army["lord"]),
            number(army["men"]),
            decimal(army.get("renown", 0)),
        )
        for army in p["armies"]
    )
    head = tuple(say(t) for t in (_("Armée"), _("Chevalier"), _("Seigneur"), _("Hommes"), _("Renommée")))
    return Table(head, rows, say(_("Forces présentes à {land}"), land=land_label(view, p["land"])))


NEWS = (
    *(
        "opening",
        "lord_fell",
        "felony",
        "war",
        "peace",
        "alliance",
        "alliance_ended",
        "land_taken",
        "land_freed",
    ),
    *("land_sold", "royal_joust", "title", "succession", "victory"),
)


def news(events: Sequence[Event], view: View) -> tuple[Text, ...]:
    """What everyone may read: for the realm's page and the gazette."""
    return _told([event for event in events if event.audience is None], view, *NEWS)


def _realm(events: list[Event], before: View, after: View) -> Section | None:
    told = news(events, after)
    return Section("realm", say(_("Nouvelles du royaume")), told or (say(_("Le royaume est calme.")),))


def _lords(events: list[Event], before: View, after: View) -> Section | None:
    old = {lord["seat"]: lord for lord in before["lords"]}
    ranked = sorted(
        after["lords"],
        key=lambda lord: (lord["rank"] is None, lord["rank"] or 0, -lord["fell"], lord["seat"]),
    )
    rows = []
    for lord in ranked:
        change = lord["standing"] - old[lord["seat"]]["standing"]
        place = str(lord["rank"]) if lord["rank"] else "†"
        standing = (decimal(lord["standing"]), f"{'+' if change >= 0 else '−'}{decimal(abs(change))}")
        rows.append((place, titled(after, lord["seat"]), *standing, str(lord["lands"])))
    head = tuple(
        say(t) for t in (_("Rang"), _("Seigneur"), _("Renommée globale"), _("Évolution"), _("Terres"))
    )
    return Section("lords", say(_("Les seigneurs")), (), (Table(head, tuple(rows)),))
