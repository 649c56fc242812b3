"""Pictures of arms: well-formed, safe under a strict content policy, and the same each time."""

import re
from xml.etree import ElementTree

import pytest

from apps.heraldry.arms import Arms, ArmsError
from apps.heraldry.blazon import parse
from apps.heraldry.charges import CHARGES
from apps.heraldry.draw import arms_group, arms_svg
from apps.heraldry.lands import land_pattern
from apps.heraldry.law import problems
from apps.heraldry.lots import distinct_arms, from_seed, map_signature, unlike
from apps.heraldry.shield import division, holds, ordinary
from apps.heraldry.vocabulary import DIVISIONS, ORDINARIES

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.mark.parametrize("seed", range(80))
def test_a_shield_is_well_formed_and_carries_no_style_script_or_identifier(seed):
    drawing = ElementTree.fromstring(arms_svg(from_seed(seed), 26, "Maison & fils"))
    assert drawing.get("aria-label") == "Maison & fils"
    for element in drawing.iter():
        assert element.tag in {"svg", "g", "path", "title"}
        assert not {"style", "id", "onload", "href"} & set(element.attrib)


def test_an_untitled_shield_is_an_ornament():
    drawing = ElementTree.fromstring(arms_svg(parse("gules; lion or"), 32))
    assert (drawing.get("aria-hidden"), drawing.get("role")) == ("true", None)
    assert (drawing.get("width"), drawing.get("height")) == ("32", "39")


def test_a_title_cannot_break_out_of_its_attribute():
    assert "<script>" not in arms_svg(None, 20, '"><script>alert(1)</script>')


def test_no_arms_draw_a_blank_shield():
    assert arms_svg(None).count("<path") == 2


@pytest.mark.parametrize("name", sorted(set(DIVISIONS) - {"plain"}))
def test_the_two_parts_of_a_field_cover_the_shield_once(name):
    """Sample points: each lies in exactly one part, or on a border."""
    first, second = (_polygons(path) for path in division(name))
    for x in range(8, 95, 7):
        for y in range(7, 115, 7):
            if not holds(x + 0.31, y + 0.17, 1):
                continue
            covered = [
                any(_within(polygon, x + 0.31, y + 0.17) for polygon in part) for part in (first, second)
            ]
            assert sorted(covered) == [False, True], (name, x, y)


@pytest.mark.parametrize("name", sorted(ORDINARIES))
def test_an_ordinary_stays_inside_the_shield(name):
    for polygon in _polygons(ordinary(name)):
        assert all(4.9 <= x <= 95.1 and 3.9 <= y <= 116.1 for x, y in polygon)


@pytest.mark.parametrize("name", sorted(CHARGES))
def test_a_charge_fills_its_box_and_stays_in_it(name):
    circles = re.sub(r"M(\S+) (\S+)a(\S+) .*?z", _corners, CHARGES[name].body)
    numbers = [float(n) for n in NUMBER.findall(re.sub(r"[ac][^A-Z]*", "", circles))]
    assert min(numbers) >= -4
    assert max(numbers) <= 104
    assert max(numbers) - min(numbers) >= 60


@pytest.mark.parametrize("name", sorted(CHARGES))
def test_every_charge_can_be_drawn_alone_in_three_and_on_a_chief(name):
    for text in (f"gules; {name} or", f"gules; 3 {name} or", f"or; chief gules; on 3 {name} argent"):
        drawing = ElementTree.fromstring(arms_svg(parse(text), 40))
        groups = [element for element in drawing.iter() if element.tag == "g"]
        assert len(groups) == parse(text).count


def test_a_hundred_lords_have_a_hundred_pictures_and_land_fills():
    roll = distinct_arms(100, "europe")
    assert len({arms_svg(arms, 26) for arms in roll}) == 100
    assert len({land_pattern(arms, "x") for arms in roll}) == 100


@pytest.mark.parametrize(
    "text",
    [
        "ermine",
        "vair",
        "per-pale ermine gules",
        "per-fess azure vair",
        "gules; bend ermine",
        "gules; fess vair",
    ],
)
def test_a_fur_is_drawn_wherever_it_lies(text):
    plain = text.replace("ermine", "argent").replace("vair", "argent")
    assert arms_svg(parse(text), 40).count("<path") == arms_svg(parse(plain), 40).count("<path") + 1


@pytest.mark.parametrize("text", ["barry ermine gules", "gules; lion vair", "gules; bordure ermine"])
def test_a_fur_is_refused_where_it_could_not_be_seen(text):
    with pytest.raises(ArmsError):
        parse(text)


def test_a_land_pattern_is_well_formed_and_bears_its_name():
    arms = parse("gules; bend argent; on 3 mullet sable")
    pattern = ElementTree.fromstring(land_pattern(arms, 'maison-3"'))
    assert pattern.get("id") == 'maison-3"'


def test_a_shield_can_stand_inside_another_drawing():
    group = ElementTree.fromstring(arms_group(parse("azure; sun or"), 100, 80, 48))
    assert group.get("transform") == "translate(75.0 50.0) scale(0.500)"


def test_drawing_does_not_depend_on_what_was_drawn_before():
    arms = Arms(field=("vert",), charge="ship", charge_tincture="argent")
    assert problems(arms) == []
    before = arms_svg(arms, 30)
    [arms_svg(from_seed(seed), 30) for seed in range(20)]
    assert arms_svg(arms, 30) == before


def _corners(circle: re.Match[str]) -> str:
    """A circle of a path as the square around it."""
    left, middle, radius = (float(part) for part in circle.groups())
    return f"M{left} {middle - radius}L{left + 2 * radius} {middle + radius}"


def _polygons(path: str) -> list[list[tuple[float, float]]]:
    shapes = []
    for part in path.split("M")[1:]:
        numbers = [float(n) for n in NUMBER.findall(part)]
        shapes.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return shapes


def _within(polygon: list[tuple[float, float]], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def test_ten_who_sit_down_one_by_one_have_lands_that_a_map_tells_apart():
    taken = []
    for n in range(10):
        taken.append(unlike(taken, f"table:{n}"))
    assert not any(problems(arms) for arms in taken)
    assert len({arms.charge for arms in taken}) == 10
    assert len({map_signature(arms) for arms in taken}) == 10
    grounds = [arms.field[0] for arms in taken]
    assert max(grounds.count(ground) for ground in grounds) <= 2
