"""Arms drawn by lot: one from a seed, or a whole roll for a table whose members must be told apart."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from apps.heraldry.arms import Arms
from apps.heraldry.charges import CHARGES
from apps.heraldry.law import is_light, problems
from apps.heraldry.places import BESIDE_ORDINARY, UPON_ORDINARY
from apps.heraldry.vocabulary import (
    COLOURS,
    COUNTERCHANGED,
    DIVISIONS,
    FURS,
    METALS,
    ORDINARIES,
)

TINCTURES_BY_LOT = (*METALS, *METALS, *COLOURS)
CANDIDATES = 24  # drawn for one who joins a table


def from_seed(seed: str | int) -> Arms:
    """Always the same arms for the same seed, always lawful."""
    rng = Random(f"kalan-arms:{seed}")
    while True:
        arms = _draw_by_lot(rng)
        if not problems(arms):
            return arms


def distinct_arms(count: int, seed: str | int = "") -> list[Arms]:
    """`count` arms for one table, told apart even in grey: no two share figure, structure and lightness.

    Charges are dealt round by round, so that up to 38 lords each bear a figure of their own.
    """
    rng = Random(f"kalan-roll:{seed}")
    figures: list[str] = []
    chosen: list[Arms] = []
    seen: set[tuple[object, ...]] = set()
    while len(chosen) < count:
        if not figures:
            figures = sorted(CHARGES)
            rng.shuffle(figures)
        chosen.append(_unlike(seen, chosen, rng, figures.pop()))
        seen.update((grey_signature(chosen[-1]), map_signature(chosen[-1])))
    return chosen


def unlike(taken: Sequence[Arms], seed: str | int) -> Arms:
    """Arms for one more at a table: of many drawn by lot, those whose lands resemble the others' least on a
    map.

    Always with a figure, and one that nobody bears as long as there are any left.
    """
    rng = Random(f"kalan-arms:{seed}")
    figures = sorted(set(CHARGES) - {arms.charge for arms in taken}) or sorted(CHARGES)
    candidates: list[Arms] = []
    while len(candidates) < CANDIDATES:
        arms = _draw_by_lot(rng, rng.choice(figures))
        if not problems(arms):
            candidates.append(arms)
    return min(
        candidates, key=lambda arms: _pallor(arms) + sum(_alike_on_map(arms, other) for other in taken)
    )


def _alike_on_map(one: Arms, other: Arms) -> int:
    """From afar a land is its ground colour; what is strewn on it comes next."""
    return _likeness(one, other) + 3 * (one.field[0] == other.field[0])


def grey_signature(arms: Arms) -> tuple[object, ...]:
    """What remains of the arms without colour: structure, figure, and which parts are light."""
    tinctures = (*arms.field, arms.ordinary_tincture, arms.charge_tincture)
    return (
        arms.division,
        arms.ordinary,
        arms.charge,
        arms.count,
        *(is_light(tincture) for tincture in tinctures),
    )


def map_signature(arms: Arms) -> tuple[object, ...]:
    """What the fill of its lands shows, in colour."""
    return ("map", arms.field[0], arms.division, arms.ordinary, arms.charge)


def _unlike(seen: set[tuple[object, ...]], chosen: list[Arms], rng: Random, figure: str) -> Arms:
    """The candidate that shares least with the arms already chosen."""
    candidates: list[Arms] = []
    while len(candidates) < 6:
        arms = _draw_by_lot(rng, figure)
        if not problems(arms) and grey_signature(arms) not in seen and map_signature(arms) not in seen:
            candidates.append(arms)
    return min(candidates, key=lambda arms: _pallor(arms) + sum(_likeness(arms, other) for other in chosen))


def _pallor(arms: Arms) -> int:
    """Lands of argent or fur look like lands nobody holds: such grounds come last."""
    return 4 if arms.field[0] == "argent" or arms.field[0] in FURS else 0


def _likeness(one: Arms, other: Arms) -> int:
    same_ground = one.field[0] == other.field[0]
    same_build = (one.division, one.ordinary) == (other.division, other.ordinary)
    return (
        same_ground
        + same_build
        + 3 * (same_ground and same_build)
        + 2 * (one.charge == other.charge and same_ground)
    )


def _draw_by_lot(rng: Random, figure: str = "") -> Arms:
    division = rng.choice(("plain",) * 9 + tuple(name for name in DIVISIONS if name != "plain"))
    ordinary = (
        rng.choice(("",) * 8 + tuple(ORDINARIES))
        if division in ("plain", "per-pale", "per-fess", "quarterly")
        else ""
    )
    grounds = (*COLOURS, *COLOURS, *METALS, "ermine", "vair")
    first = rng.choice(grounds)
    field = (
        (first,)
        if division == "plain"
        else (first, rng.choice([t for t in (*COLOURS, *METALS) if t != first]))
    )
    counts = rng.choice((BESIDE_ORDINARY, UPON_ORDINARY)) if ordinary else BESIDE_ORDINARY
    on_ordinary = counts is UPON_ORDINARY
    allowed = counts.get(ordinary, ())
    bare = Arms(division, field, ordinary, rng.choice(TINCTURES_BY_LOT) if ordinary else "")
    if not figure and (not allowed or rng.random() < 0.12):
        return bare
    count = 1 if not allowed else allowed[0] if rng.random() < 0.6 else rng.choice(allowed)
    tincture = rng.choice((*TINCTURES_BY_LOT, COUNTERCHANGED))
    return replace(
        bare,
        charge=figure or rng.choice(sorted(CHARGES)),
        charge_tincture=tincture,
        count=count,
        on_ordinary=on_ordinary,
    )
