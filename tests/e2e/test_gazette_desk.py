"""The newspaper and its desk in a real browser: composing, giving back, printing, the referee's unmasking;
wide, narrow, light, dark."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import WIDE, site, walk


@pytest.fixture(scope="module")
def press(demonstration, tmp_path_factory):
    """A site of its own with a printed issue and a full desk."""
    with site(demonstration, tmp_path_factory.mktemp("press")) as (server, backstage):
        made = backstage("gazettes.full_desk")
        yield server, made, f"/gazettes/{made['game']}"


@pytest.fixture
def enter(browser, press):
    server, made, _base = press
    contexts = []

    def open_window(who, viewport=WIDE, dark=False, javascript=True):
        context = browser.new_context(
            base_url=server.url,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            locale="fr-FR",
            java_script_enabled=javascript,
        )
        contexts.append(context)
        if who:
            context.add_cookies([{**made["cookies"][who], "url": server.url}])
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()


def without_wall(route):
    """axe is a script: the sheet's own policy stops it too, so the document is shown without."""
    if route.request.frame.parent_frame is not None:
        return route.continue_()
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
    return route.fulfill(response=answer, headers=headers)


def test_the_desk_and_the_newspaper_are_sound(enter, press):
    _server, made, base = press
    editor, referee = enter("Hawkmoon"), enter("LeRoi")
    editor.route(re.compile(r"/(feuille|papier)/"), without_wall)
    paper = f"{base}/numero/{made['number']}/papier/"
    assert walk(editor, [f"{base}/redaction/", f"{base}/", f"{base}/archives/", paper, "/gazettes/"]) == {}
    article = f"{base}/article/{made['article']}/"
    assert walk(referee, [f"{base}/redaction/", f"{article}demasquer/", article]) == {}


def test_the_editor_reads_places_and_gives_back_without_a_script(enter, press):
    _server, _made, base = press
    page = enter("Hawkmoon", javascript=False)
    page.goto(f"{base}/redaction/")
    expect(page.locator(".desk-row")).to_have_count(4)
    assert "Rodrigue" not in page.locator("main").inner_text()
    row = page.locator(".desk-row", has_text="Mort d’un vieux cheval")
    row.locator("input[type=number]").fill("1")
    with page.expect_navigation():
        page.click("text=Noter la mise en page")
    assert page.locator(".desk-row h3").first.inner_text() in (
        "Mort d’un vieux cheval",
        "La dame de Lappland, épisode 3",
    )
    row = page.locator(".desk-row", has_text="Petites nouvelles des marches")
    row.locator("summary", has_text="Rendre").click()
    row.locator("input[name=note]").fill("Trop court : deux paragraphes de plus.")
    row.locator("button", has_text="Rendre").click()
    expect(page.locator(".desk-row")).to_have_count(3)
    author = enter("Rodrigue")
    author.goto("/forums/attente/")
    author.click("text=on vous rend « Petites nouvelles des marches »")
    expect(author.locator(".own-article", has_text="Petites nouvelles")).to_contain_text(
        "Trop court", use_inner_text=True
    )


def test_what_lies_on_the_desk_is_read_in_its_frame(enter, press):
    _server, _made, base = press
    page = enter("Hawkmoon")
    page.goto(f"{base}/redaction/")
    row = page.locator(".desk-row", has_text="La dame de Lappland")
    row.locator("summary", has_text="Lire").click()
    frame = row.frame_locator("iframe")
    expect(frame.locator(".encadre")).to_have_count(1)
    assert row.locator("iframe").get_attribute("sandbox") == "allow-popups allow-popups-to-escape-sandbox"


def left_over(page):
    """For each article of the page: by how much its frame is higher than what stands in it."""
    spare = []
    for frame in page.locator("iframe.sheet-frame").element_handles():
        frame.scroll_into_view_if_needed()
        inside = frame.content_frame()
        inside.wait_for_load_state("load")
        wait_until_drawn(page, frame, inside)
        needed = inside.evaluate("document.querySelector('main').getBoundingClientRect().height")
        spare.append(frame.evaluate("frame => frame.clientHeight") - needed)
    return spare


def wait_until_drawn(page, frame, inside):
    """An article is drawn by a process of its own, which hears of its frame's size some pictures later and
    asks for its letters only then. It runs no script, so that nothing can wait inside: it is looked at from
    one picture of the page to the next."""
    outer = "frame => [frame.clientWidth, frame.clientHeight, 'loaded']"
    for _picture in range(1000):
        inside.evaluate(
            "document.querySelector('main').getBoundingClientRect()"
        )  # what is not laid out asks for no letters
        if inside.evaluate("[innerWidth, innerHeight, document.fonts.status]") == frame.evaluate(outer):
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"the frame is {frame.evaluate(outer)}")


FITTED = (
    "() => [...document.querySelectorAll('iframe.sheet-frame')].every((one) => one.fitted === "
    "Math.round(one.clientWidth))"
)


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_frames_are_as_high_as_their_articles(enter, press, width):
    """With pictures and without, in one column and in two; an article keeps its wall."""
    _server, made, base = press
    page = enter("Hawkmoon", {"width": width, "height": 844})
    for address in (f"{base}/numero/{made['number']}/", f"{base}/article/{made['article']}/"):
        page.goto(address)
        frames = page.locator("iframe.sheet-frame")
        page.wait_for_function(FITTED)
        assert [room for room in left_over(page) if not 0 <= room <= 12] == []
        walls = frames.evaluate_all("frames => frames.map((one) => one.getAttribute('sandbox'))")
        assert set(walls) == {"allow-popups allow-popups-to-escape-sandbox"}
    assert (
        page.locator("iframe:not(.sheet-frame)").get_attribute("sandbox") == "allow-same-origin"
    )  # and no script


def test_frames_follow_the_window_when_it_is_turned(enter, press):
    _server, made, base = press
    page = enter("Hawkmoon", {"width": 390, "height": 844})
    page.goto(f"{base}/article/{made['article']}/")
    frame = page.locator("iframe.sheet-frame")
    page.wait_for_function("() => document.querySelector('iframe.sheet-frame').style.height")
    upright = frame.evaluate("frame => frame.clientHeight")
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(
        "(before) => document.querySelector('iframe.sheet-frame').clientHeight < before - 50", arg=upright
    )
    page.wait_for_function(FITTED)
    assert [room for room in left_over(page) if not 0 <= room <= 12] == []


def test_frames_have_a_guessed_height_without_a_script(enter, press):
    _server, made, base = press
    page = enter("Hawkmoon", {"width": 390, "height": 844}, javascript=False)
    page.goto(f"{base}/article/{made['article']}/")
    assert page.locator("iframe.sheet-frame").bounding_box()["height"] > 300


def test_the_unmasking_stands_in_the_log_of_the_game_without_the_name(enter, press):
    _server, made, _base = press
    page = enter(None)
    page.goto(f"/parties/{made['game']}/partie/")
    acts = " ".join(page.locator("section", has=page.locator("#acts-title")).inner_text().split())
    assert "LeRoi a levé un masque de la gazette « Bergen ferme son port ». Une menace" in acts
    assert "Rodrigue" not in acts


def test_paper_prints_black_on_white_in_columns(enter, press):
    _server, made, base = press
    page = enter("Hawkmoon", dark=True)
    page.goto(f"{base}/numero/{made['number']}/papier/")
    page.emulate_media(media="print")
    look = page.evaluate(
        """() => {
            const style = getComputedStyle(document.querySelector(".paper-columns"));
            const body = getComputedStyle(document.body);
            return [style.columnCount, body.backgroundColor, body.color, getComputedStyle(document.querySelector(".back")).display];
        }"""
    )
    assert look == ["3", "rgb(255, 255, 255)", "rgb(0, 0, 0)", "none"]
