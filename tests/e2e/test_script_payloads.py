"""T18: five hundred payloads in every text that people can write, shown in Chromium to a player and to a
referee.

Nothing runs, nothing is asked of another site, nothing leaves the page. The last tests show that the detector
would see it.
"""

import pytest

from tests.apps.forums.payloads import payloads
from tests.e2e.conftest import WIDE, site

# What a page must not hold, whatever the policy would refuse to run, and what a reader could set off with a
# click.
INSPECT = """() => {
    const faults = [];
    if (window.__ran) faults.push("ran");
    for (const element of document.querySelectorAll("*")) {
        for (const { name, value } of element.attributes) {
            if (/^on|^(data-)?hx-on|^hx-vals$|^hx-ext$/.test(name) && !element.closest("[data-ours]")) {
                if (!(name.startsWith("hx-") && document.body === element)) faults.push(`${element.tagName} ${name}`);
            }
            if (/^\\s*(javascript|vbscript|data):/i.test(value) && ["href", "src", "action", "formaction", "data"].includes(name) && !value.startsWith("data:image/"))
                faults.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
            if (/foreign\\.example/.test(value) && !(element.tagName === "A" && name === "href") && !["value", "alt", "title", "aria-label", "content"].includes(name))
                faults.push(`${element.tagName} ${name}=${value.slice(0, 60)}`);
        }
    }
    return [...new Set(faults)];
}"""
CLICK = """() => {
    addEventListener("click", (event) => {
        const link = event.target.closest("a");
        if (link && !/^(javascript|vbscript|data|blob):$/.test(link.protocol)) event.preventDefault();
    }, true);
    for (const link of document.querySelectorAll("a, button, summary, area")) link.click();
}"""


@pytest.fixture(scope="module")
def harmed(demonstration, tmp_path_factory):
    """A site of its own: nobody wants these names in the demonstration."""
    with site(demonstration, tmp_path_factory.mktemp("harmed")) as (server, backstage):
        yield server, backstage("forums.harmed")


def watched(context, server, faults):
    page = context.new_page()
    page.on("dialog", lambda dialog: (faults.append(f"dialog on {page.url}"), dialog.dismiss()))
    page.on("popup", lambda popup: faults.append(f"popup on {page.url}"))

    def asked(request):
        if "foreign.example" in request.url:
            faults.append(f"request {request.url} on {page.url}")

    def moved(frame):
        if frame.parent_frame is None and not frame.url.startswith((server.url, "about:")):
            faults.append(f"moved to {frame.url}")

    page.on("request", asked)
    page.on("framenavigated", moved)
    return page


@pytest.mark.parametrize("who", ["Hawkmoon", "LeRoi"])
def test_no_written_text_runs_loads_or_leads_away(browser, harmed, who):
    server, made = harmed
    assert made["count"] >= 500
    context = browser.new_context(base_url=server.url, viewport=WIDE, locale="fr-FR")
    context.add_cookies([{**made["cookies"][who], "url": server.url}])
    faults = []
    page = watched(context, server, faults)
    for path in made["paths"][who]:
        answer = page.goto(path)
        assert answer.status == 200, (path, answer.status)
        assert page.url.split("#")[0].startswith(server.url), path
        faults += [f"{fault} on {path}" for fault in page.evaluate(INSPECT)]
    context.close()
    assert faults == []


def test_what_leaves_the_sanitisers_and_the_mails_needs_no_policy(open_unwatched, harmed):
    """Shown on a bare page, every link clicked."""
    server, made = harmed
    context = open_unwatched()
    faults = []
    page = watched(context, server, faults)
    for number, html in enumerate(made["bare"]):
        page.goto("about:blank")
        page.set_content(html)
        page.evaluate(CLICK)
        faults += [f"{fault} in {number}" for fault in page.evaluate(INSPECT)]
    context.close()
    assert faults == []


def test_the_detector_sees_what_runs_loads_and_leads_away(open_unwatched, harmed):
    """The same texts on a bare page without a sanitiser: scripts run, foreign requests leave, handlers are
    found."""
    server, _made = harmed
    context = open_unwatched()
    context.route("**/*", lambda route: route.abort())
    faults, ran = [], 0
    page = watched(context, server, faults)
    for text in [text for text in payloads() if "https:" in text][:12] + payloads()[:36:2]:
        page.goto("about:blank")
        page.set_content(text, wait_until="commit")
        found = page.evaluate(INSPECT)
        ran += "ran" in found
        faults += found
    context.close()
    assert ran >= 2
    assert any(fault.startswith("request") for fault in faults)
    assert any("onerror" in fault for fault in faults)
