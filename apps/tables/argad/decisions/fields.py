"""What people write into the table's fields: numbers, places « 120,5/60 », paths. A wrong one is named."""

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.problems import Refusal
from apps.site.numbers import whole_number
from apps.tables.argad import words
from engines.argad.field.geometry import CM, Point, along
from engines.argad.movement.allowance import allowance
from engines.argad.state import Figure, State

POINT = re.compile(r"(-?\d{1,3}(?:[.,]\d{1,2})?)/(-?\d{1,3}(?:[.,]\d{1,2})?)")


class BadOrder(Refusal):
    """A form that cannot be read as an order."""

    status = 422
    message = gettext_lazy("Cet ordre est incomplet : choisissez des figurines et une action.")


def read_path(form: Any, leader: Figure, state: State) -> tuple[Point, ...]:
    """Points « 120,5/60 ; 130/62 » in centimetres, or a direction and a distance from where he stands."""
    points = read_points(form.get("path", ""))
    if points:
        return points
    direction = form.get("dir", "")
    if direction not in words.COMPASS or not form.get("cm", "").strip():
        return ()
    far = min(number(form.get("cm", ""), _("La distance")) * CM, allowance(state, leader))
    dx, dy = along(words.COMPASS[direction][1], far)
    return ((leader.x + dx, leader.y + dy),)


def read_points(text: str) -> tuple[Point, ...]:
    """Points « 120,5/60 ; 130/62 »; none in an empty text."""
    points = []
    for part in re.split(r"[;\s]+", re.sub(r"\s*/\s*", "/", text).strip(" ;\t\n")):
        found = POINT.fullmatch(part)
        if found is not None:
            points.append((hundredths(found[1]), hundredths(found[2])))
        elif part:
            said = _(
                "Chemin illisible « {part} » : écrivez des points « 120/60 ; 130,5/62 », en centimètres."
            )
            raise BadOrder(said.format(part=part[:30]))
    return tuple(points)


def hundredths(text: str) -> int:
    whole, _dot, rest = text.replace(",", ".").partition(".")
    sign = -1 if whole.startswith("-") else 1
    return int(whole) * 100 + sign * int((rest + "00")[:2])


def number(text: str, what: str) -> int:
    text = text.strip()
    if not text:
        return 0
    found = whole_number(text, 999)
    if found is None:
        raise BadOrder(_("{what} : écrivez un nombre entier de 0 à 999.").format(what=what))
    return found
