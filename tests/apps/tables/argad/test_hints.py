"""A table that announces less: no page, fragment or menu of it tells a chance, and with `off` no need
either."""

import json
import re

import pytest

from apps.games.engine.positions import position_before
from apps.games.table.sight import look
from engines.argad.field.groups import contacts
from engines.argad.menu import shooting_squads
from engines.core.texts import render
from tests.apps.tables.argad.battle import opened, pending, signed_in, skip_to
from tests.pages import page_of

CHANCE = re.compile(r"\d\s*%|chance[s]? sur|\d+/\d+\)|certain\b|en moyenne|de tuer|de toucher")
NEED = re.compile(r"il faut \d|tue sur|couvert −|modificateur")


def fighting(alice, bob, hints: str):
    game = opened(alice, bob, scenario="village", hints=hints)
    return game, skip_to(game, both_shots_and_blows)


def both_shots_and_blows(state) -> bool:
    return (
        state.phase == "combat"
        and bool(contacts(state))
        and any(shooting_squads(state, seat) for seat in (0, 1))
    )


def told(alice, bob, hints: str) -> str:
    """Everything that both seats may read before they seal: pages, odds and ways of every man, menus."""
    game, state = fighting(alice, bob, hints)
    said = []
    for number, user in enumerate((alice, bob)):
        client = signed_in(user)
        decision = re.search(r'<form class="sheet ag-decide".*?</form>', page_of(client, game), re.S)
        said.append(decision[0])
        sight = look(game, user)
        said += [
            render(text, str) for choice in sight.menu.choices for text in (choice.label, choice.hint) if text
        ]
        present = {f.id: f for f in state.figures if f.place == "table" and not f.hidden}
        pairs = [
            (figs[0], min(aims[0].needs)) for _unit, figs, aims, _field in shooting_squads(state, number)
        ]
        pairs += [(id, foes[0]) for id, foes in contacts(state).items() if present[id].seat == number]
        for man, foe in ((present[one], present[two]) for one, two in pairs):
            path = f"{man.x / 100 + (4 if man.x < 9000 else -4)}/{man.y / 100}"
            query = {"siege": number, "figs": man.id, "target": foe.id, "path": path}
            for headers in ({}, {"hx-request": "true"}):
                answer = client.get(
                    f"/parties/{game.code}/argad/chances/", query, headers=headers
                ).content.decode()
                said.append(re.search(r'<p class="ag-odds-title".*', answer, re.S)[0])
            way = client.get(f"/parties/{game.code}/argad/chemin/", query)
            said.append(json.loads(way.content)["text"])
    assert position_before(pending(game)).phase == "combat"
    return re.sub(r'="[^"]*"', "", "\n".join(said))  # what is written, not ids and addresses


@pytest.mark.parametrize(
    ("hints", "chances", "needs"), [("full", True, True), ("basic", False, True), ("off", False, False)]
)
def test_nothing_more_is_told_than_the_table_wants(alice, bob, hints, chances, needs):
    said = told(alice, bob, hints)
    assert (bool(CHANCE.search(said)), bool(NEED.search(said))) == (chances, needs)
    assert "mouvement du plus lent" in said  # reach and distances are rules, not odds


def test_form_of_a_new_table_offers_it_with_its_explanation(alice):
    page = signed_in(alice).get("/parties/creer/argad/").content.decode()
    assert "Ce qui est annoncé avant de sceller" in page
    assert 'value="basic"' in page
    assert "ce sont des règles" in page


def test_duel_is_shown_with_how_it_ends(alice, bob):
    game, _state = fighting(alice, bob, "full")
    page = page_of(signed_in(alice), game) + page_of(signed_in(bob), game)
    ends = re.search(r"Comment le duel finit</caption>.*?</table>", page, re.S)[0]
    shares = [(int(a), int(b)) for a, b in re.findall(r"\((\d+)/(\d+)\)", ends)]
    assert sum(a * 1296 // b for a, b in shares) == 1296  # every roll of both is counted once
