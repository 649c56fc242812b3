"""Fields written by hand, where no Django form stands behind them: label and control tied together."""

from collections.abc import Iterable
from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("ui/input.html")
def input_field(
    name: str, label: str, *, id: str = "", optional: bool = False, **attributes: Any
) -> dict[str, Any]:
    """`{% input_field "width" _("Largeur") type="number" min=0 value=piece.width %}`; True is an attribute
    without value."""
    return {"name": name, "label": label, "id": id or name, "optional": optional, "attributes": attributes}


@register.inclusion_tag("ui/select.html")
def select_field(
    name: str,
    label: str,
    options: Iterable[tuple[Any, str]],
    chosen: Any = None,
    *,
    id: str = "",
    blank: str = "",
) -> dict[str, Any]:
    """`{% select_field "kind" _("Genre") kinds piece.kind blank="—" %}`: options are codes with their words;
    `blank` is no code."""
    return {
        "name": name,
        "label": label,
        "options": options,
        "chosen": chosen,
        "id": id or name,
        "blank": blank,
    }


@register.inclusion_tag("ui/check.html")
def check_field(name: str, label: str, checked: Any = False) -> dict[str, Any]:
    return {"name": name, "label": label, "checked": checked}
