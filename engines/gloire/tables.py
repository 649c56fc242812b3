"""What the rulebook prints as tables: titles, pensions, limits by map, forts, losses of a retreat."""

import msgspec

from engines.core.texts import gettext_noop as _

START_RENOWN = 100.0
START_TREASURY = 5000
START_HAPPINESS = 20.0
START_FALLBACK = (50, 50, 80)  # peasants, garrison, knights: percent of the men at the start of a battle

TITLES = ("", _("Baron"), _("Vicomte"), _("Comte"), _("Marquis"), _("Duc"), _("Prince"))
PENSIONS = (0, 1000, 1500, 2000, 2500, 3000, 5000)

LOWEST_WEALTH, HIGHEST_WEALTH = 0.05, 0.70
TAX_RATE = 0.0833  # one twelfth, as the rulebook rounds it
PEASANT_SHARE = 0.05
MIGRATION_SHARE = 0.4
REVOLT_BELOW = 0.05
MEMORY_TURNS = 3  # a bad memory fades by one point every so many turns

KNIGHTS_A_TURN = 5
SPY_COST = 500
JOUST_PLACE_COST = 300
JOUST_LOWEST_PRIZE = 500
ROYAL_JOUST_EVERY = 5
ROYAL_PRIZE = 15_000
DUEL_RIDES = 10  # after so many level rides the judges decide on the last one

# Percent of an army left after a retreat over so many lands; further: none.
RETREAT_KEPT = {0: 100, 1: 100, 2: 75, 3: 50, 4: 25}


class Fort(msgspec.Struct, frozen=True):
    """What a fortification costs, how it helps the defender, and how much happier it makes (percent)."""

    label: str
    cost: int
    draw: float
    damage: float
    joy: int


FORTS: dict[str, Fort] = {
    "none": Fort(_("aucune"), 0, 1.0, 1.0, 0),
    "palisade": Fort(_("palissade"), 500, 1.10, 0.90, 5),
    "wall": Fort(_("muraille"), 1500, 1.25, 0.80, 10),
    "fortress": Fort(_("enceinte fortifiée"), 5000, 1.65, 0.30, 20),
}
BUILDABLE = ("palisade", "wall", "fortress")


class Limits(msgspec.Struct, frozen=True):
    """The size of a game: what wins it, what a title asks, and how much allies and enemies weigh."""

    title: str
    seats: tuple[int, int]
    standing: int
    lands: int
    divisor: int
    titles: tuple[int, ...]


_EUROPE = (300, 400, 500, 700, 1000, 1600)
LIMITS: dict[str, Limits] = {
    "scandinavie": Limits(_("Scandinavie"), (6, 10), 999, 16, 10, (150, 200, 250, 350, 500, 800)),
    "moyen_orient": Limits(_("Moyen-Orient"), (12, 20), 1499, 20, 15, (225, 300, 375, 525, 750, 1200)),
    "europe": Limits(_("Europe"), (18, 30), 1999, 31, 20, _EUROPE),
    "europe_100": Limits(_("Europe à cent seigneurs"), (31, 100), 1999, 31, 20, _EUROPE),
}

KNIGHT_NAMES = tuple(
    """
    Aubry Gauvain Yvain Perceval Bohort Lionel Galehaut Sagremor Agravain Gaheris Mordrain Caradoc Erec
    Tristan Palamède Dinadan Lamorak Pellinor Bédivère Girflet Hector Calogrenant Guivret Mabonagrain
    Guillaume Thibaut Enguerrand Foulques Raoul Renaud Olivier Roland Ogier Turpin Naimes Girart Huon Aymeri
    Bertrand Vivien Guibert Ernaut Bernier Gautier Gerbert Hernaut Isembart Joscelin Lambert Manassès Odon
    Payen Quentin Robert Savary Tancrède Ulric Valéran Wistan Ysengrin Adémar Baudouin Clérembaut Drogon
    Évrard Ferrand Godefroy Hervé Imbert Jourdain Lancelin Milon Névelon Othon Philippe Rotrou Simon Thierry
    Urbain Vauquelin Wilfrid Amaury Béranger Conan Dreux Eudes Fromont Garin Hugues Josserand Landry
    """.split()
)
