"""The house in figures: the ledger of the treasury, each land, knights and garrisons, what the spies saw."""

from apps.tables.gloire.bilan.sheet import Row, Sheet, strong
from apps.tables.gloire.bilan.tale import Params, Tale, ecus, enumeration, fort_of, men, passage
from apps.tables.gloire.bilan.words import gettext as _
from apps.tables.gloire.bilan.words import ngettext
from engines.gloire.tables import SPY_COST
from engines.gloire.words import decimal, number


def write_economy(sheet: Sheet, tale: Tale) -> None:
    sheet.section("terres", _("Vos terres et votre trésor"))
    names = [
        n
        for n, land in tale.after["lands"].items()
        if tale.seat in (tale.before["lands"][n]["owner"], land["owner"])
    ]
    taxes, gifts = _by_land(tale, "tax_raised"), _by_land(tale, "gift_given")
    rows = [_land(tale, name, taxes.get(name, 0), gifts.get(name, 0)) for name in names]
    if rows:
        sheet.table((_("Terre"), _("Impôt"), _("Don"), _("Bonheur")), rows, figures=3)
    if tale.turn:
        told = [(what, _signed_ecus(amount)) for what, amount in ledger(tale)]
        before, after = tale.was["treasury"], tale.now["treasury"]
        sheet.subtitle(_("Le livre de comptes"))
        sheet.facts(
            [
                (_("Trésor au début du tour"), ecus(before)),
                *told,
                (_("Trésor à la fin du tour"), strong(ecus(after))),
            ]
        )
    _write_comings_and_goings(sheet, tale)


def _by_land(tale: Tale, kind: str) -> dict[str, int]:
    sums: dict[str, int] = {}
    for p in tale.mine(kind):
        sums[p["land"]] = sums.get(p["land"], 0) + p["ecus"]
    return sums


def _land(tale: Tale, name: str, tax: int, gift: int) -> Row:
    old, new = tale.before["lands"][name], tale.after["lands"][name]
    told, label = _land_facts(tale, name, old, new), tale.land(name)
    happiness = passage(old["happiness"], new["happiness"])
    line = _("{land} : {money}bonheur {happiness} ; {told}").format(
        land=label, money=_money_words(tax, gift), happiness=happiness, told=told
    )
    return ((label, told), _money(tax), _money(gift), happiness), line


def _money_words(tax: int, gift: int) -> str:
    """The beginning of a land's line in plain text; nothing where no money moved."""
    moved = [_("impôt {n}").format(n=number(tax))] if tax else []
    if gift:
        moved.append(_("don {n}").format(n=number(gift)))
    return ", ".join(moved) + " ; " if moved else ""


def _land_facts(tale: Tale, name: str, old: Params, new: Params) -> str:
    """The smaller line under a land: people, wealth, walls; or who has it now."""
    sale = next((p for p in tale.of("sale") if p["land"] == name), None)
    if new["owner"] is None:
        return _("perdue, indépendante aujourd’hui")
    if new["owner"] != tale.seat:
        text = (
            _("vendue à {lord}")
            if sale and sale["buyer"] == new["owner"]
            else _("perdue, aujourd’hui à {lord}")
        )
        return text.format(lord=tale.lord(new["owner"]))
    gap = new["population"] - old["population"]
    people = number(new["population"]) + (f" ({'−' if gap < 0 else '+'}{number(abs(gap))})" if gap else "")
    wealth = passage(old["wealth"] if "wealth" in old else new["wealth"], new["wealth"], places=2)
    told = _("{people} habitants · richesse {wealth}").format(people=people, wealth=wealth)
    if new["fort"] != "none":
        told += " · " + fort_of(new["fort"])
    if old["owner"] == tale.seat:
        return told
    return (_("achetée") if sale else _("nouvelle")) + " · " + told


def _money(amount: int) -> str:
    return number(amount) if amount else "–"


def _signed_ecus(amount: int) -> str:
    return ("+ " if amount >= 0 else "− ") + ecus(abs(amount))


def ledger(tale: Tale) -> list[tuple[str, int]]:
    """Every movement of the treasury, in the order of the phases; what no event tells is one last line."""
    total = lambda kind, key="ecus": sum(p[key] for p in tale.mine(kind))  # noqa: E731
    sales = sum(p["ecus"] if p["seller"] == tale.seat else -p["ecus"] for p in tale.of("sale"))
    lists = sum(p["cost"] + p["order"]["prize"] for p in tale.orders_done("ORG"))
    back = (
        sum(p["order"]["prize"] for p in tale.orders_done("ORG")) if tale.mine("joust_empty", "host") else 0
    )
    rows = [
        (_("Rente du roi"), total("pension")),
        (_("Impôts"), total("tax_raised")),
        (_("Dons au peuple"), -total("gift_given")),
        (_("Chevaliers engagés"), -total("knight_came", "price")),
        (_("Levées"), -total("levy")),
        (_("Joute offerte"), back - lists),
        (_("Récompenses de joute"), total("joust", "prize")),
        (_("Ventes et achats de terres"), sales),
        (_("Espions"), -SPY_COST * len(tale.orders_done("ESP"))),
        (_("Soldes des chevaliers"), -total("upkeep", "wages")),
        (_("Entretien des armées"), -total("upkeep", "armies")),
        (_("Fortifications"), -sum(p["ecus"] for p in tale.orders_done("FOR"))),
    ]
    rest = tale.now["treasury"] - tale.was["treasury"] - sum(amount for _what, amount in rows)
    rows.append((_("Perdu avec la maison") if not tale.new["alive"] else _("Autres mouvements"), rest))
    return [(what, amount) for what, amount in rows if amount]


def _write_comings_and_goings(sheet: Sheet, tale: Tale) -> None:
    told = []
    for p in tale.mine("joy"):
        if p["joy"] >= 0.05:
            told.append(
                _("{land} : la garnison rassure le peuple, + {joy} de bonheur.").format(
                    land=tale.land(p["land"]), joy=decimal(p["joy"], 2)
                )
            )
    for p in tale.mine("knight_left"):
        told.append(
            _(
                "Un chevalier de renommée {renown} est reparti : il demandait {price}, le trésor n’en "
                "avait que {treasury}."
            ).format(renown=p["renown"], price=ecus(p["price"]), treasury=number(p["treasury"]))
        )
    sheet.items(told)


# --- knights and garrisons ----------------------------------------------------------------------------------


def write_armies(sheet: Sheet, tale: Tale) -> None:
    knights, garrisons = tale.now["knights"], tale.now["garrisons"]
    moves = [*_retreats(tale), *(_transfer(tale, p) for p in tale.of("men_moved"))]
    if not (knights or garrisons or moves):
        return
    sheet.section("maison", _("Vos chevaliers et vos armées"))
    before = {knight["id"]: knight for knight in tale.was["knights"]}
    rows: list[Row] = []
    for knight in knights:
        renown = passage(before.get(knight["id"], knight)["renown"], knight["renown"])
        name = strong(tale.knight(knight["id"])) if knight["is_lord"] else tale.knight(knight["id"])
        where = f"{knight['id']} · {tale.land(knight['place'])}"
        line = _("{name} ({where}) : renommée {renown}, {men}, solde {wage}").format(
            name=name, where=where, renown=renown, men=men(knight["men"]), wage=ecus(knight["wage"])
        )
        rows.append((((name, where), renown, number(knight["men"]), number(knight["wage"])), line))
    for garrison in garrisons:
        name, where = _("Garnison {id}").format(id=garrison["id"]), tale.land(garrison["place"])
        line = f"{name} ({where}) : {men(garrison['men'])}"
        rows.append((((name, where), "–", number(garrison["men"]), "–"), line))
    if rows:
        sheet.table((_("Qui et où"), _("Renommée"), _("Hommes"), _("Solde")), rows, figures=3)
    sheet.items(moves)


def _retreats(tale: Tale) -> list[str]:
    """Who left a land that turned hostile, gathered by where they came from and where they went."""
    roads: dict[tuple[str, str], list[Params]] = {}
    for p in tale.mine("returned"):
        roads.setdefault((p["land"], p["to"]), []).append(p)
    return [_retreat(tale, here, there, armies) for (here, there), armies in roads.items()]


def _retreat(tale: Tale, here: str, there: str, armies: list[Params]) -> str:
    names = [
        _("la garnison {id}").format(id=p["army"]) if p["army"].startswith("G") else tale.knight(p["army"])
        for p in armies
    ]
    himself = any(tale.is_reader(name, tale.seat) for name in names)
    who = enumeration(
        [*(name for name in names if not tale.is_reader(name, tale.seat)), *([_("vous")] if himself else [])]
    )
    lost = sum(p["lost"] for p in armies)
    if himself:
        text = (
            _("{who} quittez {here} pour {there} et perdez {lost} en chemin.")
            if lost
            else _("{who} quittez {here} pour {there}.")
        )
    elif lost:
        text = ngettext(
            "{who} quitte {here} pour {there} et perd {lost} en chemin.",
            "{who} quittent {here} pour {there} et perdent {lost} en chemin.",
            len(names),
        )
    else:
        text = ngettext(
            "{who} quitte {here} pour {there}.", "{who} quittent {here} pour {there}.", len(names)
        )
    return text.format(
        who=who[:1].upper() + who[1:], here=tale.land(here), there=tale.land(there), lost=men(lost)
    )


def _transfer(tale: Tale, p: Params) -> str:
    facts = {"name": p["name"], "other": p["other_name"], "men": men(p["men"])}
    if tale.is_reader(p["other_name"], p["to"]):
        house = tale.lord(p["lord"])
        return (
            _("{name} vous confie {men}.")
            if p["lord"] == tale.seat
            else _("{name}, de la maison {lord}, vous confie {men}.")
        ).format(lord=house, **facts)
    if tale.is_reader(p["name"], p["lord"]):
        house = tale.lord(p["to"])
        return (
            _("Vous confiez {men} à {other}.")
            if p["to"] == tale.seat
            else _("Vous confiez {men} à {other}, de la maison {lord}.")
        ).format(lord=house, **facts)
    if p["lord"] == p["to"]:
        return _("{name} confie {men} à {other}.").format(**facts)
    if p["lord"] == tale.seat:
        return _("{name} confie {men} à {other}, de la maison {lord}.").format(
            lord=tale.lord(p["to"]), **facts
        )
    return _("{name}, de la maison {lord}, confie {men} à votre chevalier {other}.").format(
        lord=tale.lord(p["lord"]), **facts
    )


# --- spies --------------------------------------------------------------------------------------------------


def write_spies(sheet: Sheet, tale: Tale) -> None:
    back, lost = tale.of("spy_report"), tale.of("spy_lost")
    if not (back or lost):
        return
    sheet.section("espions", _("Rapports d’espions"))
    for p in back:
        _write_report(sheet, tale, p)
    for p in lost:
        text = _("{land} : votre espion n’est pas revenu (il avait {chance} chances sur cent).")
        sheet.line(text.format(land=strong(tale.land(p["land"])), chance=decimal(p["chance"] * 100, 0)))


def _write_report(sheet: Sheet, tale: Tale, p: Params) -> None:
    facts = {
        "land": strong(tale.land(p["land"])),
        "people": number(p["population"]),
        "happiness": decimal(p["happiness"]),
        "wealth": decimal(p["wealth"], 2),
        "fort": fort_of(p["fort"]),
    }
    told = _(
        "{land} : {people} habitants, bonheur {happiness}, richesse {wealth}, fortification : {fort}."
    ).format(**facts)
    if "peasants" in p:
        told += " " + _("Environ {n} paysans prendraient les armes.").format(n=number(p["peasants"]))
    elif not p["armies"]:
        told += " " + _("Personne ne la garde.")
    sheet.line(told)
    if not p["armies"]:
        return
    rows: list[Row] = []
    for army in p["armies"]:
        name, lord = army.get("name") or _("Garnison"), tale.lord(army["lord"])
        renown = decimal(army["renown"]) if "renown" in army else "–"
        text = (
            _("{name} ({army}, {lord}) : {men}, renommée {renown}")
            if "renown" in army
            else _("{name} ({army}, {lord}) : {men}")
        )
        line = text.format(name=name, army=army["army"], lord=lord, men=men(army["men"]), renown=renown)
        rows.append((((name, f"{army['army']} · {lord}"), renown, number(army["men"])), line))
    sheet.table((_("Armée"), _("Renommée"), _("Hommes")), rows, figures=2)
