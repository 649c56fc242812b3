"""Two players and a spectator in three windows at one table: moves appear in all of them, and a killed server
loses nothing."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, SECOND, VISITOR, unsound, violations
from tests.trust.long import amount

# Milliseconds. Quiet machines are held to a second; busy ones to what only a push explains: without one a
# page would learn of the move from the look into SQL every 15 seconds.
WITHIN = amount(10_000, 1000)
PATIENCE = 60_000
REFRESH = "document.body.dispatchEvent(new CustomEvent('live:refresh'))"
MUSTER = '[data-verb="muster"]'
MOVE = "#table button[data-verb=end_turn]"
ONE_MOVE_A_TURN = 3  # the number of a deal in which nobody draws a card before his turn ends


@pytest.fixture
def windows(visit, backstage):
    """Hawkmoon, Rodrigue and someone who only watches, at the same fresh table."""
    players = [VISITOR[0], SECOND[0]]
    code = backstage(
        "tables.between", players=players, slug="theopolis", name="Trois fenêtres", seed=ONE_MOVE_A_TURN
    )
    pages = [visit(VISITOR), visit(SECOND), visit()]
    for page in pages:
        page.on("dialog", lambda dialog: dialog.accept())
        listen(page)
        page.goto(f"/parties/{code}/")
        live(page, "on")
    return code, pages


def live(page, state: str, timeout: int = PATIENCE) -> None:
    """Whether the page has its socket."""
    page.locator(f"html[data-live={state}]").wait_for(state="attached", timeout=timeout)


def step(page) -> int:
    return int(page.locator("#table").get_attribute("data-step"))


def wait_for_step(page, n: int, timeout: int = WITHIN) -> None:
    page.locator(f'#table[data-step="{n}"]').wait_for(state="attached", timeout=timeout)


def mover(pages):
    """The window of the player whose turn it is."""
    return next(page for page in pages[:2] if page.locator(MOVE).count())


def move(page, clicks: int = 1) -> int:
    """End the turn; the step it led to."""
    before = step(page)
    page.locator(MOVE).first.click(click_count=clicks)
    page.wait_for_function(
        "(before) => Number(document.getElementById('table').dataset.step) > before",
        arg=before,
        timeout=PATIENCE,
    )
    return step(page)


def listen(page) -> None:
    """The page's `heard` keeps what its socket was told."""
    page.heard = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: page.heard.append(frame)))


def follow_drawings(page) -> None:
    """From now on the page's `shown` keeps the step of each drawing of its table."""
    page.evaluate(
        "window.shown = []; document.body.addEventListener('htmx:afterSwap', () => {"
        " window.shown.push(Number(document.getElementById('table').dataset.step)); })"
    )


def drawn_after_another_look(page) -> list[int]:
    """The steps of all drawings, once a refresh that is asked for now has been shown as well."""
    page.evaluate("window.seen = window.shown.length")
    page.evaluate(REFRESH)
    page.wait_for_function("() => window.shown.length > window.seen", timeout=PATIENCE)
    return page.evaluate("window.shown")


def move_unanswered(page, pages) -> list:
    """A move that everybody else sees and of which the page itself has heard, while its answer is held
    back."""
    n, held = step(page) + 1, []
    page.route("**/ordres/**", lambda route: held.append((route, route.fetch())), times=1)
    page.locator(MOVE).first.click()
    for each in pages:
        if each is not page:
            wait_for_step(each, n)
    while not any(f'"n":{n}' in frame for frame in page.heard):
        page.wait_for_timeout(50)
    wait_until_held(page, held)
    return held


def wait_until_held(page, held) -> None:
    """The socket may have been quicker than the server's answer to the test."""
    while not held:
        page.wait_for_timeout(50)


def deliver(page, held) -> None:
    """The one answer that was held back."""
    wait_until_held(page, held)
    ((route, answer),) = held
    route.fulfill(response=answer)


def test_move_appears_at_once_in_all_windows(windows):
    _code, pages = windows
    for _move in range(3):
        n = move(mover(pages))
        for page in pages:
            wait_for_step(page, n)
    assert len({step(page) for page in pages}) == 1


def test_two_tabs_of_one_player_agree_and_a_double_click_sends_once(windows, backstage):
    code, pages = windows
    mine = mover(pages)
    tab = mine.context.new_page()
    tab.goto(f"/parties/{code}/")
    n = move(mine, clicks=2)
    wait_for_step(tab, n)
    for page in pages:
        wait_for_step(page, n)
    assert step(tab) == step(mine)
    counted = backstage("tables.count", game=code)
    assert counted["steps"] == counted["orders"] == counted["pending"] - 1


def test_news_of_a_move_that_come_before_its_answer_draw_the_table_once(windows):
    """The socket was faster. A second drawing of the same step would take the place of the reader who goes
    on."""
    _code, pages = windows
    page = mover(pages)
    n = step(page) + 1
    follow_drawings(page)
    deliver(page, move_unanswered(page, pages))
    wait_for_step(page, n)
    assert drawn_after_another_look(page) == [n, n]


def test_answer_to_a_form_that_is_gone_leaves_one_table(windows):
    """The reader went on before the answer came: what he asked for next took the form away."""
    _code, pages = windows
    page = mover(pages)
    n = step(page) + 1
    follow_drawings(page)
    held = move_unanswered(page, pages)
    page.locator('#th-board button[data-verb="swap_from_board"]').first.click()
    wait_for_step(page, n)
    deliver(page, held)
    page.wait_for_function("() => window.shown.length > 1", timeout=PATIENCE)
    expect(page.locator("[id=table]")).to_have_count(1)
    assert step(page) == n


def test_answer_overtaken_by_a_later_step_does_not_bring_the_older_one_back(windows):
    """It was drawn before the next move and arrives after it: the table looks again."""
    _code, pages = windows
    page = mover(pages)
    n = step(page) + 1
    follow_drawings(page)
    held = move_unanswered(page, pages)
    newest = move(next(each for each in pages[:2] if each is not page))
    deliver(page, held)
    wait_for_step(page, newest)
    assert page.evaluate("window.shown") == [n, newest]


def test_refresh_asked_before_a_move_does_not_undo_it(windows):
    """It was drawn before the move and arrives after it: the page never shows an older step than it has
    shown."""
    _code, pages = windows
    page, held = mover(pages), []
    follow_drawings(page)
    page.route("**/plateau/**", lambda route: held.append((route, route.fetch())), times=1)
    page.evaluate(REFRESH)
    wait_until_held(page, held)
    n = move(page)
    deliver(page, held)
    shown = drawn_after_another_look(page)
    assert shown == sorted(shown)
    assert shown[-1] == n


def test_answer_that_a_look_overtook_does_not_bring_the_older_step_back(windows):
    """Somebody else has moved since, and a look has shown it before the answer to one's own move comes: the
    later one stays."""
    _code, pages = windows
    page = mover(pages)
    held = move_unanswered(page, pages)
    newest = move(next(each for each in pages[:2] if each is not page))
    follow_drawings(page)
    page.evaluate(REFRESH)
    wait_for_step(page, newest)
    deliver(page, held)
    assert drawn_after_another_look(page) == [newest, newest]


def test_live_table_goes_on_when_the_last_has_sealed(visit, backstage):
    """Nobody waits for the clock: the first reads whom the table waits for, and both see the next question at
    once."""
    players = [VISITOR[0], SECOND[0]]
    clock = {"kind": "live", "clock": 3600, "increment": 30}
    code = backstage("tables.between", players=players, slug="argad", name="Scellés en direct", pace=clock)
    first, second = pages = [visit(VISITOR), visit(SECOND, viewport=PHONE, dark=True)]
    for page in pages:
        page.goto(f"/parties/{code}/")
        live(page, "on")
        expect(page.locator(".table-state .badge")).to_have_text("À vous")
    n = step(first)
    first.locator(MUSTER).first.click()
    expect(first.locator(".table-state .badge")).to_have_text(f"Scellé, on attend {SECOND[0]}")
    expect(second.locator(".table-state .badge")).to_have_text("À vous")
    expect(second.locator(".table-state")).to_contain_text("1 siège sur 2 a scellé")
    assert unsound(first) == []
    second.locator(MUSTER).first.click()
    for page in pages:
        wait_for_step(page, n + 1, PATIENCE)
        expect(page.locator(".table-state .badge")).to_have_text("À vous")


def test_lost_connection_is_said_and_the_second_try_counts_once(windows, backstage, expect_faults):
    expect_faults(r"ERR_INTERNET_DISCONNECTED .*/ordres/")
    expect_faults(r"htmx:sendError")
    code, pages = windows
    page = mover(pages)
    n = step(page)
    page.context.set_offline(True)
    page.locator(MOVE).first.click()
    expect(page.locator("#alarms .toast")).to_contain_text("Vérifiez votre connexion et recommencez")
    assert step(page) == n
    page.context.set_offline(False)
    assert violations(page) == []
    page.locator("#alarms [data-dismiss]").click()
    expect(page.locator("#alarms .toast")).to_have_count(0)
    assert move(page) == n + 1
    counted = backstage("tables.count", game=code)
    assert counted["steps"] == counted["orders"] == counted["pending"] - 1


def test_killed_server_loses_nothing_and_pages_come_back(windows, server, backstage, expect_faults):
    expect_faults(r"WebSocket connection .* failed")
    code, pages = windows
    n = move(mover(pages))
    for page in pages:
        wait_for_step(page, n)
    before = backstage("tables.count", game=code)
    with pages[0].expect_console_message(lambda message: "WebSocket connection" in message.text):
        server.kill()  # and stays away for one try to come back
    for page in pages:
        live(page, "off")
    deadline = backstage("tables.postpone", game=code, why="Le serveur est en panne.")
    server.start()
    assert backstage("tables.count", game=code) == before
    for page in pages:
        live(page, "on")
    # No step was made meanwhile: the page looks again by itself.
    expect(pages[2].locator("#table time").first).to_have_attribute("datetime", deadline, timeout=PATIENCE)
    n = move(mover(pages))
    for page in pages:
        wait_for_step(page, n)
