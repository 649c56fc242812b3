"""The forms of a table read and sent as its buttons send them, without drawing the board: a game played on in
seconds."""

import re
from html import unescape

OVER = "La partie est terminée."


def forms_in(shown):
    """The forms that stand for a choice, in the order of the page."""
    texts = [text for text in re.findall(r"<form .*?</form>", shown, re.S) if 'data-verb="' in text]
    return [
        {
            "method": re.search(r'method="(\w+)"', text)[1],
            "target": re.search(r'action="([^"]+)"', text)[1],
            "verb": re.search(r'data-verb="(\w+)"', text)[1],
            "values": {
                name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', text)
            },
        }
        for text in texts
    ]


def play_on(windows, address, wanted, choose, limit=200):
    """Choices of each window's own forms until the table shows the wanted words; how many were sent.

    `windows` are the pages by the name of their player; at one screen a single page answers for all. `choose`
    picks a form, given how many came before it.
    """
    page = next(iter(windows.values()))
    shown = page.request.get(f"{address}plateau/").text()
    for press in range(limit):
        if wanted in shown:
            return press
        forms = forms_in(shown)
        if not forms:
            page = windows[re.search(r"On attend\s+(\w+)", shown)[1]]
            shown = page.request.get(f"{address}plateau/").text()
            continue
        form = choose(forms, press)
        if form["method"] == "get":
            shown = page.request.get(f"{address}plateau/", params=form["values"]).text()
        else:
            shown = page.request.post(
                form["target"], form=form["values"], headers={"HX-Request": "true"}
            ).text()
    raise AssertionError(f"never shown: {wanted}")
