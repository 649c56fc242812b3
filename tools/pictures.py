"""`make pictures`: take the pictures of docs/pictures anew, all of them or those NAMEd, from a demonstration.

A server with a data folder of its own is started, scenes of tests/e2e/scenes/pictures.py are set, a browser
goes where `PICTURES` says. Look at each before it is committed.
"""

import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.backstage import Backstage
from tests.e2e.conftest import FLAGS, VISITOR, Server
from tools.browser import find

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
ME, OTHER = VISITOR[0], "Rodrigue"
COLOURS = 256  # a drawing of flat colours loses nothing that one sees
SETTLED = 1500  # milliseconds in which maps and animations come to rest

Scene = tuple[str, dict[str, object]]
Act = Callable[[Page], object]

COURT: Scene = ("court", {"player": ME})
EUROPE: Scene = ("hundred_lords", {"player": ME})
ORDERS: Scene = (
    "one_screen",
    {"player": ME, "slug": "miles_christi", "names": ["Odon", "Hugues", "Renaud"], "steps": 60},
)
CITIES: Scene = (
    "one_screen",
    {"player": ME, "slug": "theopolis", "names": ["Anna", "Basile", "Cyrille"], "steps": 60},
)
JOURNEY: Scene = (
    "table",
    {"players": [ME, OTHER], "slug": "missionnaires", "name": "De Béthel à Rome", "steps": 60},
)
PLOT: Scene = ("battle", {"player": ME, "phase": "plot", "turn": 2})
COMBAT: Scene = ("battle", {"player": ME, "phase": "combat", "turn": 3})
QUESTION: Scene = ("tables.laid", {"player": ME, "hand": ["Caveau", "Eau", "Prophète", "Colombe"]})


class Picture(NamedTuple):
    """`address` follows the page of the scene's game, or is a whole one where there is no scene."""

    name: str
    address: str
    size: tuple[int, int]
    scene: Scene | None = None
    theme: str = "light"
    acts: tuple[Act, ...] = ()
    visitor: bool = False
    shrunk: float = 1  # of the window's size


CAVEAU = '#th-hand .th-card:has(.th-name:text-is("Caveau")) button'


def press(selector: str) -> Act:
    return lambda page: page.locator(selector).first.click()


def show(selector: str) -> Act:
    """The part at the top of the window, with a little air."""
    top = "part => window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - 12)"
    return lambda page: page.locator(selector).first.evaluate(top)


def come(page: Page) -> None:
    """Behind the curtain of a shared screen, if it still hangs."""
    if page.locator("#here").count():
        page.click("#here")


STATE = show(".table-state")
MEN = press('[data-zoom="home"]')
SQUAD = "input[data-unit]"
PICTURES = (
    Picture("home", "/", (1280, 1149), shrunk=0.75),
    Picture("order-desk", "", (1280, 1000), COURT, acts=(show("h1"),)),
    Picture("gloire-bilan", "bilans/3/", (1280, 1000), COURT),
    Picture("gloire-realm", "cour/royaume/", (1280, 1000), COURT),
    Picture("gloire-phone", "", (390, 844), COURT, acts=(show("#desk"),)),
    Picture("gloire-map-dark", "cour/carte/", (1280, 1000), EUROPE, "dark"),
    Picture("miles-christi-light", "", (1280, 1500), ORDERS, acts=(press(".choices button"),)),
    Picture("miles-christi-dark", "", (1280, 1500), ORDERS, "dark", (press(".choices button"),)),
    Picture("miles-christi-phone", "", (390, 1700), ORDERS),
    Picture("miles-christi-rules", "/regles/miles_christi/", (1280, 900)),
    Picture("theopolis-table", "", (1280, 1420), CITIES, acts=(come,)),
    Picture("theopolis-dark", "", (1280, 1420), CITIES, "dark", (come,)),
    Picture("theopolis-phone", "", (390, 1250), CITIES, acts=(come,)),
    Picture("theopolis-question", "", (1280, 1000), QUESTION, acts=(come, press(CAVEAU))),
    Picture("theopolis-cards", "/regles/theopolis/", (1280, 1000), acts=(show("#cartes"),)),
    Picture("missionnaires-light", "", (1280, 900), JOURNEY, acts=(STATE,)),
    Picture("missionnaires-dark", "", (1280, 900), JOURNEY, "dark", (STATE,)),
    Picture("missionnaires-phone", "", (390, 844), JOURNEY, acts=(STATE,)),
    Picture("missionnaires-rules", "/regles/missionnaires/", (1280, 900), visitor=True),
    Picture(
        "argad-plan", "", (1280, 900), PLOT, acts=(MEN, press(SQUAD), press('[data-tool="rings"]'), STATE)
    ),
    Picture("argad-phone", "", (390, 844), PLOT, acts=(MEN, STATE)),
    Picture("argad-combat", "", (1280, 900), COMBAT, acts=(MEN, STATE)),
    Picture("argad-film-dark", "", (1280, 960), COMBAT, "dark", (MEN, press('[data-film="next"]'), STATE)),
    Picture("argad-builder", "/parties/argad/troupes/nouvelle/?depuis=vikings", (1280, 900)),
    Picture("argad-editor", "/parties/argad/scenarios/nouveau/?depuis=village", (1280, 900)),
)


def main(names: list[str]) -> None:
    wanted = [picture for picture in PICTURES if not names or picture.name in names]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = Server(folder).start()
        stack.callback(server.stop)
        backstage = Backstage(folder)
        stack.callback(backstage.leave)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(args=FLAGS, executable_path=find())
        stack.callback(browser.close)
        key = backstage("people.enter", names=[ME])[ME]
        codes = {str(scene): set_scene(backstage, scene) for scene in _scenes(wanted)}
        for picture in wanted:
            print(picture.name, flush=True)
            page = open_window(browser, server.url, picture)
            if not picture.visitor:
                page.context.add_cookies([{**key, "url": server.url}])
            take(page, picture, codes.get(str(picture.scene), ""))
            page.context.close()


def _scenes(wanted: list[Picture]) -> list[Scene]:
    """Each once, in the order in which the pictures need them."""
    return list({str(one.scene): one.scene for one in wanted if one.scene}.values())


def set_scene(backstage: Backstage, scene: Scene) -> str:
    """The code of the game that it leaves behind."""
    name, given = scene
    return str(backstage(name if "." in name else f"pictures.{name}", **given))


def open_window(browser: Browser, url: str, picture: Picture) -> Page:
    """Nothing moves in it: what arrives stands where it belongs."""
    width, height = picture.size
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.theme == "dark" else "light",
        locale="fr-FR",
        reduced_motion="reduce",
    )
    return context.new_page()


def take(page: Page, picture: Picture, code: str) -> None:
    page.goto(f"/parties/{code}/{picture.address}" if code else picture.address)
    for act in picture.acts:
        act(page)
        page.wait_for_timeout(SETTLED)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    size = round(shot.width * picture.shrunk), round(shot.height * picture.shrunk)
    reduced = shot.resize(size, Image.Resampling.LANCZOS).quantize(COLOURS, dither=Image.Dither.NONE)
    reduced.save(FOLDER / f"{picture.name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
