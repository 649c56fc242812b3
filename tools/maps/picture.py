"""A picture to judge a map by: `python -m tools.maps.picture MAP > map.svg`, in the light style of the
site."""

import json
import sys
from html import escape

from engines.gloire.maps import DATA, EDITIONS, load_map

HOUSES = (
    "#9e2b25",
    "#1f4e79",
    "#2f6b3a",
    "#b8892b",
    "#5b3a78",
    "#3a3a3a",
    "#7a4a2b",
    "#2b7d7d",
    "#8c2f66",
    "#566b2a",
)
STYLE = """
.outside{fill:#dedccb;stroke:#b9b7a4;stroke-width:1.2}
.land{fill:#e6d8b8;stroke:#4a3b28;stroke-opacity:.75;stroke-width:2.2;stroke-linejoin:round}
.sea{fill:none;stroke:#5d7780;stroke-width:2.6;stroke-dasharray:1 7;stroke-linecap:round}
text{font-family:"EB Garamond";font-weight:600;text-anchor:middle;fill:#2a2118;paint-order:stroke;stroke:#fffaf0;
stroke-width:.2em;stroke-opacity:.8;stroke-linejoin:round}
"""


def picture(key: str) -> str:
    """The map as a stand-alone SVG: lands near a start in the colours of its house."""
    game_map = load_map(key)
    drawing = json.loads((DATA / f"{EDITIONS[key].file}.geo.json").read_text(encoding="utf-8"))
    x, y, width, height = drawing["viewBox"]
    font = drawing["font"]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"><style>{STYLE}</style>'
    ]
    out += [_pattern(number, colour) for number, colour in enumerate(HOUSES)]
    out.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#cfdcdf"/>')
    out.append(f'<path class="outside" d="{drawing["outside"]}"/>')
    owners = {start: number % len(HOUSES) for number, start in enumerate(game_map.starts)}
    for start, house in list(owners.items()):
        owners |= {n: house for n in game_map.lands[start].neighbours[::2] if n not in owners}
    for name, land in drawing["lands"].items():
        fill = f' style="fill:url(#h{owners[name]})"' if name in owners else ""
        out.append(f'<path class="land" d="{land["path"]}"{fill}/>')
    out += [f'<path class="sea" d="{lane["path"]}"/>' for lane in drawing["sea"]]
    for name, land in drawing["lands"].items():
        if name in game_map.starts:
            out.append(_shield(*land["shield"], font, HOUSES[owners[name]]))
        out.append(_text(land["label"], land["lines"], font))
    return "\n".join([*out, "</svg>"])


def _pattern(number: int, colour: str) -> str:
    turn = (45, 0, 90, 135)[number % 4]
    return (
        f'<pattern id="h{number}" width="24" height="24" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})">'
        f'<rect width="24" height="24" fill="{colour}" fill-opacity=".6"/>'
        '<path d="M0 6H24" stroke="#f5ecd6" stroke-opacity=".35" stroke-width="6"/></pattern>'
    )


def _shield(x: float, y: float, font: float, colour: str) -> str:
    return (
        f'<path transform="translate({x} {y}) scale({font / 36:.2f})" d="M-20-28H20V2C20 18 8 26 0 30C-8 '
        '26-20 18-20 2Z" '
        f'fill="{colour}" stroke="#2a2118" stroke-width="3"/>'
    )


def _text(point: list[int], lines: list[str], font: float) -> str:
    first = point[1] - (len(lines) - 1) * 0.475 * font + 0.28 * font
    spans = [
        (
            f'<text x="{point[0]}" y="{first + 0.95 * font * number:.0f}" '
            f'font-size="{font}">{escape(line)}</text>'
        )
        for number, line in enumerate(lines)
    ]
    return "".join(spans)


if __name__ == "__main__":
    print(picture(sys.argv[1]))
