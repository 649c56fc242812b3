"""Where charges stand on the shield: centre and size of each, by ordinary and number; the usual number comes
first."""

from collections.abc import Iterable

Place = tuple[float, float, float]  # centre x, centre y, side of the box

IN_FIELD: dict[tuple[str, int], tuple[Place, ...]] = {
    ("", 1): ((50, 53, 74),),
    ("", 3): ((28, 31, 37), (72, 31, 37), (50, 78, 40)),
    ("", 2): ((50, 29, 44), (50, 78, 44)),
    ("fess", 3): ((27, 20.5, 25), (73, 20.5, 25), (50, 89, 30)),
    ("fess", 2): ((50, 20, 27), (50, 89, 30)),
    ("pale", 2): ((19.5, 46, 25), (80.5, 46, 25)),
    ("bend", 2): ((71, 27, 34), (31, 80, 32)),
    ("bend-sinister", 2): ((29, 27, 34), (69, 80, 32)),
    ("chevron", 3): ((23, 22, 28), (77, 22, 28), (50, 85, 33)),
    ("cross", 4): ((21.5, 22, 25), (78.5, 22, 25), (25, 79, 23), (75, 79, 23)),
    ("saltire", 4): ((50, 20, 25), (18.5, 52, 22), (81.5, 52, 22), (50, 88, 26)),
    ("chief", 1): ((50, 74, 55),),
    ("chief", 3): ((29, 56, 27), (71, 56, 27), (50, 90, 30)),
    ("bordure", 1): ((50, 52, 53),),
    ("bordure", 3): ((35, 37, 25), (65, 37, 25), (50, 71, 28)),
    ("pile", 2): ((19, 66, 24), (81, 66, 24)),
}

ON_ORDINARY: dict[tuple[str, int], tuple[Place, ...]] = {
    ("fess", 3): ((21, 52, 24), (50, 52, 24), (79, 52, 24)),
    ("fess", 1): ((50, 52, 27),),
    ("pale", 3): ((50, 21, 25), (50, 54, 25), (50, 87, 25)),
    ("pale", 1): ((50, 50, 28),),
    ("bend", 3): ((23, 27, 22), (50, 54, 22), (77, 81, 22)),
    ("bend", 1): ((50, 54, 26),),
    ("bend-sinister", 3): ((77, 27, 22), (50, 54, 22), (23, 81, 22)),
    ("bend-sinister", 1): ((50, 54, 26),),
    ("chevron", 3): ((50, 50, 19), (26, 74, 18), (74, 74, 18)),
    ("cross", 1): ((50, 52, 22),),
    ("cross", 5): ((50, 52, 20), (50, 20, 20), (50, 86, 20), (20, 52, 20), (80, 52, 20)),
    ("saltire", 1): ((50, 54, 21),),
    ("saltire", 5): ((50, 54, 18), (22, 26, 18), (78, 26, 18), (25, 79, 18), (75, 79, 18)),
    ("chief", 3): ((23, 21, 26), (50, 21, 26), (77, 21, 26)),
    ("chief", 1): ((50, 21, 28),),
    ("chief", 2): ((30, 21, 27), (70, 21, 27)),
    ("pile", 1): ((50, 31, 34),),
}


def _numbers(table: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for ordinary, count in table:
        found[ordinary] = (*found.get(ordinary, ()), count)
    return found


# How many charges may stand in the field beside an ordinary, and upon it.
BESIDE_ORDINARY = _numbers(IN_FIELD)
UPON_ORDINARY = _numbers(ON_ORDINARY)
