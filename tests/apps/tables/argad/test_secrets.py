"""Sealed orders, hidden men, reserves and plans stay with their seat; replays, spectators and a shared screen
too."""

import re

from apps.games.models import Game
from apps.games.referee import seat_changes
from apps.games.services.lobby import gathering
from tests.apps.tables.argad.battle import decide, pending, resolve, signed_in, skip_to
from tests.one_screen import say_here
from tests.pages import page_of


def hidden_position(game):
    return skip_to(game, lambda state: state.phase == "plot" and any(f.hidden for f in state.figures))


def figures_on(page):
    return set(re.findall(r'id="fig-([A-Z0-9]+)"', page))


def test_hidden_men_are_on_their_own_side_s_page_alone(battle, browsers, make_user):
    state = hidden_position(battle)
    hidden = {f.id for f in state.figures if f.hidden}
    assert hidden <= figures_on(page_of(browsers[1], battle))
    for client in (browsers[0], signed_in(make_user("Denise"))):
        page = page_of(client, battle)
        assert not hidden & figures_on(page)
        assert not [
            id for id in hidden if re.search(rf"\b{id}\b", page)
        ]  # tokens hold such letters by chance


def test_plan_and_seal_of_one_seat_leave_no_trace_on_the_others_pages(plotting, browsers, make_user):
    spectator = signed_in(make_user("Denise"))
    before = {
        name: stable(page_of(client, plotting))
        for name, client in (("bob", browsers[1]), ("denise", spectator))
    }
    man = next(iter(figures_on(page_of(browsers[0], plotting))))
    decide(browsers[0], plotting, 0, figs=man, do="crouch", give="1")
    assert {
        "bob": stable(page_of(browsers[1], plotting)),
        "denise": stable(page_of(spectator, plotting)),
    } == before
    decide(browsers[0], plotting, 0, seal="1")
    page = page_of(browsers[1], plotting)
    assert "1 siège sur 2 a scellé" in page
    assert "se baisser" not in without_choices(page)


def without_choices(page):
    return re.sub(r"<option.*?</option>|<button.*?</button>", "", page, flags=re.S)


def stable(page):
    """A page without what changes at each reading: tokens, idempotency keys, countdowns."""
    page = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", page)
    page = re.sub(r"hx-headers='[^']*'|nonce=\"[^\"]*\"", "", page)
    return re.sub(r"<time.*?</time>", "", page, flags=re.S)


def test_step_of_the_past_shows_what_these_eyes_saw_then(battle, browsers):
    state = hidden_position(battle)
    hidden = {f.id for f in state.figures if f.hidden}
    for seat in (0, 1):
        decide(browsers[seat], battle, seat, seal="1")
    if pending(battle).n == 1:
        resolve(battle)
    past = page_of(browsers[0], battle, "pas/0/")
    assert not hidden & figures_on(past)
    assert hidden <= figures_on(page_of(browsers[1], battle, "pas/0/"))
    assert 'id="ag-form"' not in past
    assert 'data-replay="1"' in past


def test_delayed_spectator_stays_behind_and_sees_no_form(battle, browsers, make_user):
    Game.objects.filter(pk=battle.pk).update(spectators=Game.Spectators.DELAYED, spectator_delay=1)
    for seat, troop in ((0, "vikings"), (1, "picts")):
        decide(browsers[seat], battle, seat, troop=troop, seal="1")
    if pending(battle).n == 1:
        resolve(battle)
    page = page_of(signed_in(make_user("Denise")), battle)
    assert 'data-shown="0"' in page
    assert "lève sa troupe" not in page
    assert 'id="ag-form"' not in page
    assert "lève sa troupe" in page_of(browsers[0], battle)


def test_finished_battle_shows_everything_to_everybody(battle, browsers, make_user):
    skip_to(battle, lambda state: state.phase == "plot")
    while battle.steps.pending().exists():  # both sides absent: twelve turns of nothing
        resolve(battle)
    page = page_of(signed_in(make_user("Denise")), battle)
    assert 'id="ag-places"' in page
    assert len(re.findall(r'class="ag-place"', page)) == 2


def test_shared_screen_is_veiled_until_the_player_says_that_he_is_there(alice):
    game = gathering.start_hotseat(alice, "argad", {"scenario": "ambush"}, ["Anna", "Basile"])
    client = signed_in(alice)
    page = page_of(client, game)
    assert "Passez l’écran à Anna" in page
    assert 'id="ag-form"' not in page
    sit_down(client, game, 0)
    assert "Lever une troupe" in page_of(client, game)
    decide(client, game, 0, troop="vikings", seal="1")
    page = page_of(client, game)
    assert "Passez l’écran à Basile" in page
    assert "Choisie" not in page
    assert 'id="ag-form"' not in page_of(client, game, "?siege=0")
    sit_down(client, game, 1)
    decide(client, game, 1, troop="picts", seal="1")
    assert pending(game).n == 2
    assert "Passez l’écran à Anna" in page_of(client, game)


def sit_down(client, game, seat):
    assert say_here(client, game, seat).status_code == 302


def test_hidden_men_do_not_show_behind_the_veil(alice):
    game = gathering.start_hotseat(alice, "argad", {"scenario": "ambush"}, ["Anna", "Basile"])
    state = hidden_position(game)
    hidden = {f.id for f in state.figures if f.hidden}
    client = signed_in(alice)
    assert not hidden & figures_on(page_of(client, game, "?siege=1"))
    sit_down(client, game, 0)
    assert not hidden & figures_on(page_of(client, game, "?siege=0"))
    assert not hidden & figures_on(page_of(client, game, "?siege=1"))


def test_plan_of_a_seat_is_not_continued_by_its_next_holder(plotting, browsers, alice, charlie):
    """He begins with an empty plan, on his page and in what his first order adds to it."""
    first, second = sorted(figures_on(page_of(browsers[0], plotting)))[:2]
    decide(browsers[0], plotting, 0, figs=first, do="crouch", give="1")
    decide(browsers[0], plotting, 0, seal="1")
    seat_changes.replace_player(plotting, alice, plotting.seats.get(number=0), charlie, "une raison")
    friend = signed_in(charlie)
    assert "se baisser" not in without_choices(page_of(friend, plotting))
    decide(friend, plotting, 0, figs=second, do="hold", give="1")
    assert [order["figs"] for order in pending(plotting).drafts.get(seat__number=0).action["orders"]] == [
        [second]
    ]


def test_no_page_of_a_shared_screen_shows_the_men_of_a_player_who_is_not_there(alice):
    game = gathering.start_hotseat(alice, "argad", {"scenario": "ambush"}, ["Anna", "Basile"])
    state = hidden_position(game)
    hidden = next(f for f in state.figures if f.hidden)
    client, owner = signed_in(alice), hidden.seat
    address = f"/parties/{game.code}/argad"
    asked = f"siege={owner}&figs={hidden.id}"
    sit_down(client, game, owner)
    assert client.get(f"{address}/vue/?{asked}").status_code == 200
    sit_down(client, game, 1 - owner)
    for page in ("vue", "chances", "chemin"):
        assert 'id="curtain-title"' in client.get(f"{address}/{page}/?{asked}").content.decode()
        sit_down(client, game, 1 - owner)
    for page in ("", "plateau/", "historique/", "pas/0/"):
        assert hidden.id not in figures_on(page_of(client, game, f"{page}?siege={owner}"))


def test_sealed_plan_is_read_back_by_its_player_alone_at_a_shared_screen(alice):
    game = gathering.start_hotseat(alice, "argad", {"scenario": "ambush"}, ["Anna", "Basile"])
    client = signed_in(alice)
    sit_down(client, game, 0)
    decide(client, game, 0, troop="vikings", seal="1")
    versions = f"/ordres/{game.code}/versions/"
    assert client.get(f"{versions}?siege=0").status_code == 404  # nobody is there
    sit_down(client, game, 1)
    assert "vikings" not in client.get(f"{versions}?siege=0").content.decode()
    sit_down(client, game, 0)  # she comes back to change her mind
    assert client.get(versions).status_code == 200
    decide(client, game, 0, troop="picts", seal="1", key="the second seal")
    assert "Passez l’écran à Basile" in page_of(client, game)
    assert [one.decision()["troop"] for one in pending(game).submissions.order_by("revision")] == [
        "vikings",
        "picts",
    ]


def test_each_sees_the_film_of_a_turn_with_his_own_eyes_at_a_shared_screen(alice):
    game = gathering.start_hotseat(alice, "argad", {"scenario": "ambush"}, ["Anna", "Basile"])
    state = hidden_position(game)
    hidden = {f.id for f in state.figures if f.hidden}
    owner = next(f.seat for f in state.figures if f.hidden)
    client = signed_in(alice)
    for seat in (0, 1):
        sit_down(client, game, seat)
        decide(client, game, seat, seal="1")
    assert pending(game).n == 2
    assert not hidden & figures_on(page_of(client, game))
    sit_down(client, game, owner)
    assert hidden & figures_on(page_of(client, game))
    sit_down(client, game, 1 - owner)
    assert not hidden & figures_on(page_of(client, game))
