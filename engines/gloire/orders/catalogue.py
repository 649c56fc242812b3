"""The order catalogue: the one source for the parser, the forms, the help page and the map's menu.

An order is JSON: its code and its arguments, `{"code": "IMP", "level": 6, "land": "LAPPLAND"}`.
"""

from typing import Any, Literal

import msgspec

from engines.core.texts import gettext_noop as _

Kind = Literal[
    "int", "land", "own_land", "lord", "knight", "any_knight", "knights", "garrison", "army", "fort", "text"
]

MOST_ECUS = 10_000_000
MOST_MEN = 10_000_000


class Arg(msgspec.Struct, frozen=True):
    """One argument. `low` and `high` bound a number, or the length of a text."""

    key: str
    kind: Kind
    label: str
    low: int = 0
    high: int = 0
    optional: bool = False
    help: str = ""
    secret: bool = False


class OrderSpec(msgspec.Struct, frozen=True):
    code: str
    phase: int
    family: str
    label: str
    args: tuple[Arg, ...]
    help: str
    example: str
    verb: str  # how the map's menu says it


ECONOMY, WAR, COURT, OTHER = _("Économie"), _("Armes"), _("Diplomatie"), _("Vie de cour")

_level = Arg(
    "level", "int", _("Niveau d’imposition"), 0, 10, help=_("0 à 10 : chaque niveau coûte 10 % du bonheur.")
)
_own_land = Arg("land", "own_land", _("Terre"))
_land = Arg("land", "land", _("Terre"))
_amount = Arg("amount", "int", _("Montant en écus"), 1, MOST_ECUS)
_knight = Arg("knight", "knight", _("Chevalier"))
_men = Arg("men", "int", _("Hommes"), 1, MOST_MEN)
_fallback = Arg(
    "men", "int", _("Seuil de repli"), 0, MOST_MEN, help=_("Nombre d’hommes en dessous duquel on se replie.")
)
_lord = Arg("lord", "lord", _("Seigneur"))
_price = Arg("amount", "int", _("Prix en écus"), 0, MOST_ECUS)
_password = Arg("password", "text", _("Mot de passe"), 1, 30, secret=True)


def _percent(key: str, label: str) -> Arg:
    return Arg(key, "int", label, 0, 100, help=_("Pourcentage de l’effectif en dessous duquel on se replie."))


ORDERS: tuple[OrderSpec, ...] = (
    OrderSpec(
        "REN",
        1,
        OTHER,
        _("Renommer un chevalier"),
        (_knight, Arg("name", "text", _("Nouveau nom"), 1, 40)),
        _("Le nom doit être unique dans la partie (40 caractères au plus)."),
        'REN C4 "Aubry le Preux"',
        _("Renommer"),
    ),
    OrderSpec(
        "ABD",
        1,
        OTHER,
        _("Abdiquer"),
        (),
        _("Vous quittez la partie. Un remplaçant inscrit reprend tout ; sinon votre maison s’éteint."),
        "ABD",
        _("Abdiquer"),
    ),
    OrderSpec(
        "DEM",
        2,
        WAR,
        _("Démobiliser une armée"),
        (Arg("army", "army", _("Armée ou garnison")),),
        _("Les hommes rentrent chez eux, sans effet sur le bonheur ni sur la population."),
        "DEM G2",
        _("Démobiliser"),
    ),
    OrderSpec(
        "LIB",
        2,
        WAR,
        _("Renvoyer un chevalier"),
        (_knight,),
        _("Son armée se disperse avec lui. Le chevalier-seigneur ne peut pas être renvoyé."),
        "LIB C7",
        _("Renvoyer"),
    ),
    OrderSpec(
        "IMP",
        3,
        ECONOMY,
        _("Lever l’impôt"),
        (_level, _own_land),
        _("Une fois par terre et par tour. Le niveau 10 mène à la révolte."),
        "IMP 6 LAPPLAND",
        _("Imposer"),
    ),
    OrderSpec(
        "RED",
        3,
        ECONOMY,
        _("Redistribuer des écus"),
        (_amount, _own_land),
        _("Le peuple devient plus heureux et plus riche ; au plus deux fois plus en un tour."),
        "RED 944 LAPPLAND",
        _("Redistribuer"),
    ),
    OrderSpec(
        "INI",
        4,
        WAR,
        _("Fixer les replis habituels"),
        (
            _percent("peasants", _("Paysans (%)")),
            _percent("garrison", _("Garnisons (%)")),
            _percent("knights", _("Chevaliers (%)")),
        ),
        _("Vaut jusqu’au prochain INI. Au début : 50, 50 et 80."),
        "INI 50 40 70",
        _("Fixer les replis"),
    ),
    OrderSpec(
        "DEF",
        4,
        WAR,
        _("Fixer le repli d’une armée"),
        (Arg("army", "army", _("Armée ou garnison")), _fallback),
        _(
            "Pour ce tour seulement : "
            "le nombre d’hommes en dessous duquel cette armée cède quand on l’attaque."
        ),
        "DEF C4 300",
        _("Fixer le repli"),
    ),
    OrderSpec(
        "CHE",
        5,
        WAR,
        _("Appeler des chevaliers"),
        (Arg("count", "int", _("Combien"), 1, 5),),
        _("Cinq au plus par tour. Leur renommée, leur prix et leur terre sont tirés au sort."),
        "CHE 5",
        _("Appeler"),
    ),
    OrderSpec(
        "ARM",
        5,
        WAR,
        _("Lever une armée"),
        (_own_land, _amount, Arg("knight", "knight", _("Chevalier commandant"), optional=True)),
        _("Sans chevalier, les hommes restent en garnison. Le chevalier est sur la terre ou à côté."),
        "ARM NARVIK 5000 C1",
        _("Lever une armée"),
    ),
    OrderSpec(
        "AFF",
        6,
        WAR,
        _("Confier une garnison"),
        (_knight, Arg("garrison", "garrison", _("Garnison"))),
        _("Le chevalier, sur la même terre ou à côté, prend toute la garnison ; le peuple s’en attriste."),
        "AFF C4 G2",
        _("Prendre la garnison"),
    ),
    OrderSpec(
        "TSF",
        6,
        WAR,
        _("Transférer des hommes"),
        (_knight, Arg("other", "any_knight", _("Chevalier qui reçoit")), _men),
        _(
            "Même terre ou terre voisine. "
            "Pour le chevalier d’un autre seigneur, donnez son identifiant (C12)."
        ),
        "TSF C1 C4 200",
        _("Transférer"),
    ),
    OrderSpec(
        "GAR",
        6,
        WAR,
        _("Laisser une garnison"),
        (_knight, _men),
        _("Sur une terre à vous. Une garnison réjouit le peuple à chaque tour."),
        "GAR C1 300",
        _("Mettre en garnison"),
    ),
    OrderSpec(
        "ATT",
        7,
        WAR,
        _("Attaquer"),
        (_knight, _land, _fallback),
        _(
            "Une attaque par chevalier. Il ne défend pas la terre d’où il part, "
            "mais bien celle qu’il vient de prendre."
        ),
        "ATT C1 VADVET-JAKKO 400",
        _("Attaquer"),
    ),
    OrderSpec(
        "GUE",
        8,
        COURT,
        _("Déclarer la guerre"),
        (_lord,),
        _("Contre un allié, c’est une félonie. Les alliances que vous avez en commun tombent."),
        "GUE Amaréthuse",
        _("Déclarer la guerre"),
    ),
    OrderSpec(
        "ALL",
        8,
        COURT,
        _("S’allier"),
        (_lord,),
        _("Les deux seigneurs doivent donner l’ordre le même tour, sans être liés à un ennemi de l’autre."),
        "ALL Hyliath",
        _("S’allier"),
    ),
    OrderSpec(
        "PAI",
        8,
        COURT,
        _("Faire la paix"),
        (_lord,),
        _("Les deux seigneurs doivent donner l’ordre le même tour."),
        "PAI Amaréthuse",
        _("Faire la paix"),
    ),
    OrderSpec(
        "ANN",
        8,
        COURT,
        _("Annuler une alliance"),
        (_lord,),
        _("Un seul des deux suffit. Cela ne dispense pas de répondre à un appel déjà lancé."),
        "ANN Hyliath",
        _("Annuler l’alliance"),
    ),
    OrderSpec(
        "APP",
        8,
        COURT,
        _("Appeler un allié à l’aide"),
        (_lord,),
        _("Au tour suivant il devra être en guerre avec tous vos ennemis, ou perdre de la renommée."),
        "APP Welldone",
        _("Appeler à l’aide"),
    ),
    OrderSpec(
        "MOV",
        9,
        WAR,
        _("Déplacer un chevalier"),
        (_knight, _land),
        _(
            "Vers une terre voisine neutre, à vous ou alliée. "
            "Un seul pas, et aucun après une attaque réussie."
        ),
        "MOV C4 NARVIK",
        _("Se rendre ici"),
    ),
    OrderSpec(
        "ORG",
        10,
        OTHER,
        _("Organiser une joute"),
        (
            Arg("places", "int", _("Places"), 2, 64),
            Arg("prize", "int", _("Récompense"), 0, MOST_ECUS, help=_("500 écus au moins.")),
            _password,
        ),
        _("300 écus par place, plus la récompense. Donnez le mot de passe à vos invités."),
        "ORG 8 2000 hermine",
        _("Organiser une joute"),
    ),
    OrderSpec(
        "PAR",
        11,
        OTHER,
        _("Participer à une joute"),
        (
            Arg("knight", "knights", _("Chevalier"), help=_("* inscrit tous vos chevaliers.")),
            Arg("lord", "lord", _("Organisateur"), optional=True, help=_("Rien pour la joute royale.")),
            Arg("password", "text", _("Mot de passe"), 1, 30, optional=True, secret=True),
        ),
        _("Sans organisateur, c’est la joute royale, tous les cinq tours."),
        "PAR C1 Rodrigue hermine",
        _("Jouter"),
    ),
    OrderSpec(
        "VND",
        12,
        ECONOMY,
        _("Vendre une terre"),
        (Arg("lord", "lord", _("Acheteur")), _land, _price),
        _("L’acheteur donne l’ordre ACH le même tour, au même prix. Pas au premier tour."),
        "VND Hyliath LAPPLAND 3000",
        _("Vendre"),
    ),
    OrderSpec(
        "ACH",
        12,
        ECONOMY,
        _("Acheter une terre"),
        (Arg("lord", "lord", _("Vendeur")), _land, _price),
        _("Une terre par tour. Le vendeur donne l’ordre VND le même tour, au même prix."),
        "ACH Hawkmoon LAPPLAND 3000",
        _("Acheter"),
    ),
    OrderSpec(
        "ESP",
        13,
        OTHER,
        _("Espionner une terre"),
        (_land,),
        _("500 écus. Plus vous êtes renommé, plus l’espion a de chances de revenir."),
        "ESP THULE",
        _("Espionner"),
    ),
    OrderSpec(
        "FOR",
        16,
        WAR,
        _("Fortifier une terre"),
        (_land, Arg("fort", "fort", _("Fortification"))),
        _("Palissade 500, muraille 1 500, enceinte 5 000 écus. Remplace l’ancienne et réjouit le peuple."),
        "FOR NARVIK muraille",
        _("Fortifier"),
    ),
)
CATALOGUE: dict[str, OrderSpec] = {spec.code: spec for spec in ORDERS}
PHASE_OF: dict[str, int] = {spec.code: spec.phase for spec in ORDERS}

PHASE_TITLES: dict[int, str] = {
    1: _("Noms et abdications"),
    2: _("Démobilisations et renvois"),
    3: _("Rentes, impôts et dons"),
    4: _("Consignes de repli"),
    5: _("Chevaliers et levées"),
    6: _("Transferts et garnisons"),
    7: _("Attaques"),
    8: _("Diplomatie"),
    9: _("Déplacements"),
    10: _("Joutes annoncées"),
    11: _("Joutes"),
    12: _("Ventes de terres"),
    13: _("Espionnage"),
    14: _("Migrations et révoltes"),
    15: _("Soldes et entretien"),
    16: _("Fortifications"),
    17: _("Titres"),
    18: _("Retours"),
    19: _("Course au trône"),
}

FORT_WORDS: dict[str, str] = {
    **dict.fromkeys(("PALISSADE", "PALISADE"), "palisade"),
    **dict.fromkeys(("MURAILLE", "MURAILLES", "MUR", "WALL"), "wall"),
    **dict.fromkeys(("ENCEINTE", "ENCEINTE-FORTIFIEE", "FORTERESSE", "FORTRESS"), "fortress"),
}
FORT_TYPED = {"palisade": "palissade", "wall": "muraille", "fortress": "enceinte"}


class Order(msgspec.Struct):
    """One order under resolution: who gave it, its place among his orders, its arguments,
    and whether it was answered."""

    seat: int
    n: int
    code: str
    args: dict[str, Any]
    answered: bool = False

    @property
    def land(self) -> str:
        return str(self.args["land"])

    @property
    def knight(self) -> str:
        return str(self.args["knight"])

    @property
    def lord(self) -> int:
        return int(self.args["lord"])

    @property
    def amount(self) -> int:
        return int(self.args["amount"])

    @property
    def men(self) -> int:
        return int(self.args["men"])
