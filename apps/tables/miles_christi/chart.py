"""The map of the Holy Land: named shores and borders between a few points, roughened once so that they look
drawn by hand.

A region is a round of these lines, so that neighbours share their border to the point.
"""

import itertools
import random
from typing import Any

Point = tuple[float, float]
Line = list[Point]

VIEW_BOX = "84 0 526 800"
SHORES: dict[str, Line] = {
    "cilicia": [(60, 116), (112, 100), (150, 82), (205, 50), (238, 58), (246, 92)],
    "antioch": [(246, 92), (232, 128), (212, 150), (222, 186), (212, 222), (224, 262), (236, 296)],
    "tripoli": [(236, 296), (230, 330), (246, 354), (226, 384), (218, 418)],
    "acre": [(218, 418), (204, 452), (198, 486), (180, 512), (200, 530), (174, 548), (172, 582)],
    "jerusalem": [(172, 582), (158, 622), (148, 664), (134, 700), (116, 728)],
    "sinai": [(116, 728), (100, 748), (60, 766)],
}
BORDERS: dict[str, Line] = {
    "cilicia_antioch": [(246, 92), (300, 72), (352, 62), (392, 26)],
    "cilicia_edessa": [(392, 26), (398, 10), (410, -20)],
    "antioch_edessa": [(392, 26), (408, 84), (398, 140), (412, 190), (418, 240)],
    "antioch_aleppo": [(418, 240), (428, 268), (410, 298)],
    "edessa_aleppo": [(418, 240), (480, 268), (540, 252), (630, 276)],
    "antioch_tripoli": [(236, 296), (300, 288), (350, 306), (410, 298)],
    "tripoli_east": [(410, 298), (424, 340), (406, 384), (414, 426)],
    "tripoli_jerusalem": [(356, 428), (384, 420), (414, 426)],
    "acre_tripoli": [(218, 418), (280, 410), (356, 428)],
    "acre_jerusalem": [(172, 582), (236, 574), (296, 588), (352, 566), (360, 500), (356, 428)],
    "jerusalem_east": [(414, 426), (428, 500), (420, 570), (436, 640), (428, 710), (396, 766)],
    "jerusalem_south": [(116, 728), (170, 756), (250, 774), (320, 790), (396, 766)],
}
CYPRUS: Line = [
    (104, 268),
    (122, 246),
    (150, 244),
    (186, 222),
    (172, 252),
    (158, 272),
    (134, 284),
    (112, 284),
    (104, 268),
]
RIVERS: dict[str, Line] = {
    "euphrates": [(630, 148), (584, 168), (560, 204), (566, 250), (630, 330)],
    "orontes": [(222, 160), (262, 150), (330, 156), (386, 206), (398, 286), (396, 350)],
    "jordan": [(432, 470), (438, 516), (446, 560), (452, 628)],
}
LAKES: dict[str, Line] = {
    "tiberias": [(432, 488), (442, 498), (440, 518), (430, 512), (432, 488)],
    "dead_sea": [(452, 626), (462, 650), (460, 688), (454, 724), (444, 700), (446, 654), (452, 626)],
}
ROUGH, GENTLE = 0.13, 0.07


def roughen(name: str, points: Line, by: float) -> Line:
    """The line with its segments broken by small steps aside, always the same for a name."""
    chance = random.Random(name)
    line = points
    for _round in range(3):
        finer: Line = []
        for (x, y), (u, v) in itertools.pairwise(line):
            aside = chance.uniform(-by, by)
            finer += [(x, y), ((x + u) / 2 - (v - y) * aside, (y + v) / 2 + (u - x) * aside)]
        line = [*finer, line[-1]]
    return line


def path(*lines: Line, closed: bool = False) -> str:
    """The `d` of a path through these lines, each beginning where the one before ended."""
    points = [point for line in lines for point in line]
    text = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"{text}Z" if closed else text


def _draw_map() -> dict[str, Any]:
    shore = {name: roughen(name, points, ROUGH) for name, points in SHORES.items()}
    border = {name: roughen(name, points, GENTLE) for name, points in BORDERS.items()}
    corner = [(630.0, -20.0)]
    rounds = {
        "edessa": (
            border["cilicia_edessa"],
            corner,
            border["edessa_aleppo"][::-1],
            border["antioch_edessa"][::-1],
        ),
        "antioch": (
            shore["antioch"],
            border["antioch_tripoli"],
            border["antioch_aleppo"][::-1],
            border["antioch_edessa"][::-1],
            border["cilicia_antioch"][::-1],
        ),
        "tripoli": (
            shore["tripoli"],
            border["acre_tripoli"],
            border["tripoli_jerusalem"],
            border["tripoli_east"][::-1],
            border["antioch_tripoli"][::-1],
        ),
        "acre": (shore["acre"], border["acre_jerusalem"], border["acre_tripoli"][::-1]),
        "jerusalem": (
            shore["jerusalem"],
            border["jerusalem_south"],
            border["jerusalem_east"][::-1],
            border["tripoli_jerusalem"][::-1],
            border["acre_jerusalem"][::-1],
        ),
    }
    coast = [shore[name] for name in SHORES]
    around = [(60.0, 830.0), (630.0, 830.0), (630.0, -30.0), (60.0, -30.0)]
    return {
        "view_box": VIEW_BOX,
        "regions": {name: path(*lines, closed=True) for name, lines in rounds.items()},
        "land": path(*coast, around, closed=True),
        "coast": path(*coast),
        "cyprus": path(roughen("cyprus", CYPRUS, ROUGH), closed=True),
        "rivers": [path(roughen(name, points, ROUGH)) for name, points in RIVERS.items()],
        "lakes": [path(roughen(name, points, GENTLE), closed=True) for name, points in LAKES.items()],
    }


HOLY_LAND = _draw_map()
