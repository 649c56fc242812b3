"""The gazette in a real browser: a newspaper that is written, printed with the turn and read; and the wall
around its articles."""

import re
import sqlite3
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.apps.gazette.conftest import picture_file, wav_bytes
from tests.apps.gazette.payloads import payloads
from tests.e2e.conftest import VISITOR, WIDE, sign_in, violations, walk
from tests.e2e.windows import every_look
from tests.trust.long import amount

THROUGH_THE_FORM, RAW = amount(60, 300), amount(50, 240)
TEXT = (
    """<p class="manchette anim-defile">Le roi est nu</p>
<p>À la cour, on ne parle plus que de <em>cela</em>. Les tailleurs ont fui par la poterne nord, avec la caisse et deux mules.</p>
<figure><img src="image:1" alt="La poterne"><figcaption>La poterne, ce matin.</figcaption></figure>
<h2>Et maintenant ?</h2><p class="encadre">Écoutez le cor du guet.</p><audio src="son:1"></audio>
<p>"""
    + "Les seigneurs du Nord se taisent, ceux du Sud rient sous cape. " * 12
    + "</p>"
)


@pytest.fixture(scope="module")
def court(server):
    """The code of the demonstration's court of Gloire et Pouvoir."""
    with sqlite3.connect(server.folder / "kalan.sqlite3") as database:
        return database.execute(
            "SELECT code FROM games_game WHERE slug = 'gloire' ORDER BY id LIMIT 1"
        ).fetchone()[0]


def write(page, court, title, text, *, send=False, format="html", files=True):
    page.goto(f"/gazettes/{court}/ecrire/")
    page.fill("#id_title", title)
    page.fill("#id_standfirst", "Ce que personne n’ose dire au conseil.")
    page.check(f"input[name=format][value={format}]")
    page.check("input[name=mask][value=pen]")
    page.fill("#id_pen_name", "La Corneille")
    page.fill("#id_source", text)
    if files:
        page.set_input_files(
            "#id_pictures",
            {"name": "p.png", "mimeType": "image/png", "buffer": picture_file((640, 360)).read()},
        )
        page.set_input_files("#id_sounds", {"name": "s.wav", "mimeType": "audio/wav", "buffer": wav_bytes(1)})
    page.click("button[name=send]" if send else "main form button.button-primary")
    page.wait_for_load_state("networkidle")


@pytest.fixture(scope="module")
def issue(server, browser, backstage, court):
    """One article written in the browser, printed with the next turn."""
    context = browser.new_context(base_url=server.url, viewport=WIDE, locale="fr-FR")
    page = context.new_page()
    sign_in(page, *VISITOR)
    write(page, court, "Le roi est nu", TEXT, send=True)
    write(
        page,
        court,
        "Petites nouvelles du port",
        "Le **hareng** monte.\n\n> Tout augmente.",
        send=True,
        format="markdown",
        files=False,
    )
    context.close()
    backstage("games.end_turn", game=court)
    return f"/gazettes/{court}/"


def test_the_printed_issue_shows_its_articles_pictures_and_sounds(visit, issue):
    page = visit()
    answers = []
    page.on(
        "response",
        lambda response: (
            answers.append((response.url, response.status)) if "/medias/" in response.url else None
        ),
    )
    page.goto(issue)
    expect(page.locator(".story")).to_have_count(2)
    frame = page.frame_locator(".story:has-text('Le roi est nu') iframe")
    assert frame.locator("img").evaluate("image => image.complete && image.naturalWidth") == 640
    expect(frame.locator("audio")).to_have_count(1)
    assert [status for _url, status in answers] == [200]
    assert "Hawkmoon" not in page.locator(".story").first.inner_text()
    assert page.locator(".dispatches li").count() > 0


def test_the_frame_has_no_cookie_no_script_and_its_own_policy(visit, issue):
    page = visit(VISITOR)
    page.goto(issue)
    address = page.locator(".story iframe").first.get_attribute("src")
    answer = page.request.get(address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups allow-popups-to-escape-sandbox" in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    sent = []
    page.on("request", lambda request: sent.append(request) if "/medias/" in request.url else None)
    page.goto(page.url)
    page.wait_for_load_state("networkidle")
    assert [request.all_headers().get("cookie") for request in sent] == [None] * len(sent)
    assert sent


def run_of(page):
    """What a payload could have done: run in the page or in the sheet, or take the window away.

    A frame inside the sheet is refused by its policy and never becomes a document: there is nothing to ask
    it.
    """
    sheets = [frame for frame in page.main_frame.child_frames if "/feuille/" in frame.url]
    ran = [frame.url for frame in (page.main_frame, *sheets) if frame.evaluate("window.hacked === 1")]
    return ran + ([page.url] if "espion" in page.url else [])


def show_anew(page, sheet, number):
    """The frame of the page loads its sheet again; the page around it stays, and would show if it had been
    touched."""
    page.evaluate(
        """([address]) => new Promise((done, late) => {
            const frame = document.querySelector(".preview iframe");
            frame.addEventListener("load", done, { once: true });
            frame.src = address;
            setTimeout(() => late(new Error("the sheet did not load")), 30000);
        })""",
        [f"{sheet}?n={number}"],
    )


def test_payloads_through_the_form_run_nothing(visit, court):
    """T18: each through the author's form into the preview's frame; every tenth also as title and as a page
    of its own."""
    page = visit(VISITOR)
    page.on("dialog", lambda dialog: dialog.dismiss())
    write(page, court, "Essai", "Bonjour", files=False)
    address, sheet = page.url, page.locator(".preview iframe").get_attribute("src")
    token = page.locator("main form input[name=csrfmiddlewaretoken]").first.get_attribute("value")
    faults = []
    for number, payload in enumerate(payloads(THROUGH_THE_FORM, seed=5)):
        payload = payload.replace("\x00", "\ufffd")
        form = {
            "csrfmiddlewaretoken": token,
            "title": f"Essai {payload[:80]}",
            "standfirst": payload[:300],
            "rubric": "court",
        }
        form |= {
            "mask": "anonymous",
            "pen_name": "",
            "format": "html" if number % 4 else "markdown",
            "source": payload,
        }
        answer = page.request.post(address, form=form, headers={"Referer": address}, max_redirects=0)
        assert answer.status == 302, (payload, answer.status)
        show_anew(page, sheet, number)
        faults += [(payload, one) for one in run_of(page)]
        if number % 10 == 0:
            for where in (f"{sheet}?entier=1", address):
                page.goto(where)
                faults += [(payload, one) for one in run_of(page)]
        assert page.url == address
    assert faults == []


@pytest.fixture
def spy():
    """A server that is not ours: whatever reaches it is a leak."""
    hits = []

    class Spy(BaseHTTPRequestHandler):
        def do_GET(self):
            hits.append(self.path)
            self.send_response(204)
            self.end_headers()

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815

        def log_message(self, *args):
            """Silent."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Spy)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_port}", hits
    listening.shutdown()


def test_the_wall_holds_without_the_sanitiser(open_unwatched, server, court, spy):
    """Payloads written straight into the database, as if the allow-list had let everything pass.

    Chromium announces the requests that a policy refuses, so what counts here is what reaches the other
    server.
    """
    host, hits = spy
    context = open_unwatched(base_url=server.url, viewport=WIDE, locale="fr-FR")
    page = context.new_page()
    sign_in(page, *VISITOR)
    write(page, court, "Brut", "Bonjour", files=False)
    address, sheet = page.url, page.locator(".preview iframe").get_attribute("src")
    article = int(re.search(r"/article/(\d+)/", sheet).group(1))
    faults = []
    for number, payload in enumerate(payloads(RAW, seed=11)):
        with sqlite3.connect(server.folder / "kalan.sqlite3", timeout=20) as database:
            html = payload.replace("https://espion.example", host).replace("//espion.example", host)
            database.execute("UPDATE gazette_article SET html = ? WHERE id = ?", (html, article))
        show_anew(page, sheet, number)
        faults += [(payload, one) for one in run_of(page)]
        assert page.url == address
        if number % 10 == 0:
            for where in (sheet, address):
                page.goto(where)
                faults += [(payload, one) for one in run_of(page)]
    assert faults == []
    assert hits == []
    plain = context.new_page()
    plain.set_content(f"<img src={host}/control.png>")  # without a policy it leaves: the detector works
    plain.wait_for_load_state("networkidle")
    assert hits == ["/control.png"]
    context.close()


def test_the_control_payload_does_run_without_the_wall(visit):
    """The detector works: the same payload on a page of its own is seen."""
    page = visit()
    page.goto("about:blank")
    page.set_content("<img src=data:, onerror=window.hacked=1>")
    page.wait_for_function("window.hacked === 1")
    assert run_of(page) == ["about:blank"]


def without_wall(route):
    """The same document without its policy, where it is the whole page."""
    if route.request.frame.parent_frame is not None:
        return route.continue_()
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
    return route.fulfill(response=answer, headers=headers)


def test_pages_have_no_violation_and_do_not_overflow(visit, issue, court):
    page = visit(VISITOR)
    page.goto(issue)
    article = page.locator(".story h2 a").first.get_attribute("href")
    sheet = page.locator(".story iframe").first.get_attribute("src")
    paper = page.locator("a[href$='/papier/']").get_attribute("href")
    write(page, court, "Pour voir", "Une *rumeur* court.", files=False)
    edit = page.url
    page.route(
        re.compile(r"/(feuille|papier)/(\?entier=1)?$"), without_wall
    )  # axe is a script: the wall stops it too
    own = [f"/gazettes/{court}/{name}/" for name in ("archives", "mes-articles", "ecrire")]
    faults = walk(page, ["/gazettes/", issue, article, f"{sheet}?entier=1", paper, *own, edit])
    page.set_viewport_size(WIDE)
    page.goto(f"/gazettes/{court}/mes-articles/")
    page.locator(".own-article:has-text('Pour voir') button.button-danger").first.click()
    assert faults == {}


@every_look
def test_toolbar_writes_html_or_markdown_as_the_author_chose(visit, court, viewport, dark):
    page = visit(VISITOR, viewport=viewport, dark=dark)
    page.goto(f"/gazettes/{court}/ecrire/")
    source, bar = page.locator("#id_source"), page.get_by_role("toolbar", name="Mise en forme")

    def mark(name, words, format):
        page.check(f"input[name=format][value={format}]")
        source.fill(words)
        source.select_text()
        bar.get_by_role("button", name=name).click()
        return source.input_value()

    assert {
        name: mark(name, "un\ndeux", "html")
        for name in ("Gras", "Italique", "Titre", "Citation", "Liste", "Lien")
    } == {
        "Gras": "<strong>un\ndeux</strong>",
        "Italique": "<em>un\ndeux</em>",
        "Titre": "<h2>un\ndeux</h2>",
        "Citation": "<blockquote>un\ndeux</blockquote>",
        "Liste": "<ul>\n  <li>un</li>\n  <li>deux</li>\n</ul>",
        "Lien": '<a href="https://">un\ndeux</a>',
    }
    assert {name: mark(name, "un\ndeux", "markdown") for name in ("Gras", "Liste", "Lien")} == {
        "Gras": "**un\ndeux**",
        "Liste": "- un\n- deux",
        "Lien": "[un\ndeux](https://)",
    }
    assert violations(page) == []


def test_toolbar_is_used_with_the_keyboard_alone(visit, court):
    """One stop of Tab before the text; arrows walk; what is written is typed over; Ctrl and a letter do the
    same."""
    page = visit(VISITOR)
    page.goto(f"/gazettes/{court}/ecrire/")
    page.check("input[name=format][value=html]")
    source, bar = page.locator("#id_source"), page.get_by_role("toolbar", name="Mise en forme")
    source.focus()
    page.keyboard.press("Shift+Tab")
    expect(bar.get_by_role("button", name="Gras")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(bar.get_by_role("button", name="Titre")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("La cour")
    assert source.input_value() == "<h2>La cour</h2>"
    page.keyboard.press("End")
    page.keyboard.press("Control+b")
    page.keyboard.type("vite")
    assert source.input_value() == "<h2>La cour</h2><strong>vite</strong>"
    page.keyboard.press("Shift+Tab")
    expect(bar.get_by_role("button", name="Titre")).to_be_focused()
    page.keyboard.press("End")
    expect(bar.get_by_role("button", name="Lien")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(bar.get_by_role("button", name="Gras")).to_be_focused()


def test_writing_works_without_javascript_and_the_desk_too(visit, court):
    page = visit(VISITOR, javascript=False)
    write(page, court, "Sans machine", "À la main.", files=False)
    expect(page.locator(".preview iframe")).to_have_count(1)
    page.click("button[name=send]")
    expect(page.locator(".own-article:has-text('Sans machine') .badge-gold")).to_have_count(1)
    page.goto(f"/gazettes/{court}/")
    page.click("text=Tenir la rédaction")
    assert page.locator("h1").inner_text().lower() == "la rédaction"
    page.fill("#id_name", "Le Héraut de Narvik")
    page.fill("#id_motto", "Tout dire, sans dire qui")
    page.click("section:has(#id_name) button")
    page.goto(f"/gazettes/{court}/")
    assert page.locator(".nameplate h1").inner_text().lower() == "le héraut de narvik"
