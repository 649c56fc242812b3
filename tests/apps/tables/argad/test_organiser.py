"""The organiser's console: he sees all, acts between two steps, and every act stands in the log with its
audience."""

import pytest
from django.test import Client

from apps.games.engine.positions import current_position, position_before
from apps.games.models import Game, RefereeAct, Step, Submission
from apps.games.problems import StaleStep
from apps.games.records.verification import find_world_faults, replay
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due, organising
from apps.games.timing.pace import Pace
from apps.orders.decision import open_decision
from apps.orders.services import answer, submit
from tests.apps.tables.argad.battle import signed_in
from tests.apps.tables.argad.test_troops import new_table
from tests.pages import source


@pytest.fixture
def led(alice, bob, charlie):
    """Charlie leads; Alice raids the village that Bob defends. Troops are raised and placed."""
    pace = Pace(kind="hours", every=24)
    new = gathering.new_game(
        "argad", "La table menée", {"scenario": "village"}, 2, pace=pace, referee=charlie
    )
    game = gathering.create_game(charlie, new)
    gathering.join_game(game, alice, "Alice")
    gathering.join_game(game, bob, "Bob")
    starting.start_game(game)
    for _phase in ("muster", "deploy"):
        step = pending(game)
        due.seal(step.pk, step.opened_at, early=True)
        assert due.resolve(step.pk)
    return Game.objects.get(pk=game.pk)


def pending(game):
    return Step.objects.pending().select_related("game").get(game=game)


def send(client, game, kind, **fields):
    data = {"kind": kind, "reason": "Pour l’exemple", "audience": "all", **fields}
    return client.post(f"/parties/{game.code}/argad/organisateur/acte/", data)


def told(game, seat):
    last = game.steps.resolved().order_by("-n").first()
    return [event.kind for event in last.events_for(seat)]


def test_only_who_leads_without_playing_sees_the_console(led, alice, charlie, make_user):
    address = f"/parties/{led.code}/argad/organisateur/"
    assert signed_in(charlie).get(address).status_code == 200
    for outsider in (alice, make_user("Diane")):
        assert signed_in(outsider).get(address).status_code == 404
        assert send(signed_in(outsider), led, "rule").status_code == 404
    assert Client().get(address).status_code == 302
    assert "Organisateur" in source(signed_in(charlie).get(led.get_absolute_url()))
    assert "organisateur/" not in source(signed_in(alice).get(led.get_absolute_url()))


def test_an_undeclared_creator_of_a_public_table_sees_nothing_more(led, charlie):
    Game.objects.filter(pk=led.pk).update(referee=None)
    assert signed_in(charlie).get(f"/parties/{led.code}/argad/organisateur/").status_code == 404


def test_he_sees_reserves_that_the_players_do_not(led, charlie, alice):
    page = source(signed_in(charlie).get(f"/parties/{led.code}/argad/organisateur/"))
    _step, state = current_position(led)
    reserve = [f for f in state.figures if f.place == "reserve" and f.seat == 1]
    assert reserve
    assert all(f"{f.name} {f.id}" in page for f in reserve)
    seen = {f.id for f in led.rules.view(state, 0).figures}
    assert not seen & {f.id for f in reserve}


def test_an_act_is_a_step_of_its_own_and_the_decision_stays_open(led, charlie):
    before = pending(led)
    assert send(signed_in(charlie), led, "rule", reason="La nuit tombe.").status_code == 302
    after = pending(led)
    assert (after.pk, after.n, after.base, after.due_at) == (before.pk, before.n + 1, before.n, before.due_at)
    assert position_before(after).notes == ["La nuit tombe."]
    assert replay(led) == []
    assert list(find_world_faults()) == []


def test_a_private_word_reaches_its_audience_and_leaves_a_public_trace(led, charlie):
    client = signed_in(charlie)
    send(client, led, "message", text="Le pont est miné.", fig="N01", audience="seats", seats=["1"])
    assert (told(led, 1), told(led, 0)) == (["message", "ruling", "ruled"], ["ruled"])
    entry = RefereeAct.objects.get()
    assert (entry.kind, entry.reason, entry.details) == ("rule", "", {"act": "", "private": True})
    page = source(client.get(f"/parties/{led.code}/argad/organisateur/"))
    assert "Villageois N01 : « Le pont est miné. »" in page
    assert "public : Bob" in page


def test_voice_reaches_those_who_stand_near(led, charlie):
    """The raiders enter at the far edge; the defenders stand among the villagers."""
    send(signed_in(charlie), led, "message", text="Aux armes !", fig="N01", audience="voice")
    assert (told(led, 1)[0], told(led, 0)) == ("message", ["ruled"])


def test_figurants_obey_his_plot(led, charlie):
    _step, state = current_position(led)
    npc = next(f for f in state.figures if f.id == "N01")
    goal = f"{npc.x / 100 - 5:g}/{npc.y / 100:g}"
    fields = {"do-N01": "move", "path-N01": goal}
    assert send(signed_in(charlie), led, "npc_plot", audience="me", **fields).status_code == 302
    step = pending(led)
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)
    _step, state = current_position(led)
    assert abs(next(f for f in state.figures if f.id == "N01").x - (npc.x - 500)) <= 100


@pytest.mark.parametrize(
    ("kind", "fields", "kinds"),
    [
        ("reveal", {"fig": "N01"}, ["reveal", "ruling"]),
        ("call_test", {"fig": "N01", "test": "morale"}, ["test", "ruling"]),
        (
            "spawn",
            {"recruit": "1 Moine [Figurants] : classe 1", "x": "20", "y": "100", "side": "1"},
            ["arrives", "ruling"],
        ),
        ("move", {"fig": "N01", "x": "20,5", "y": "100"}, ["placed", "ruling"]),
        ("remove", {"fig": "N01"}, ["removed", "ruling"]),
        ("set_attr", {"fig": "N01", "attr": "cls", "value": "4"}, ["ruling"]),
        ("set_attr", {"fig": "N01", "attr": "harness", "value": "0"}, ["ruling"]),
        ("set_side", {"fig": "N01", "side": "0"}, ["ruling"]),
        ("give_item", {"fig": "N01", "id": "sac-H1"}, ["ruling"]),
        ("close", {"id": "H1-porte"}, ["ruling"]),
        ("set_terrain", {"name": "haie", "terrain": "hedge", "path": "10/10 30/10"}, ["ruling"]),
        ("remove_terrain", {"id": "bois-nord"}, ["ruling"]),
        ("award", {"seat": "0", "value": "3"}, ["ruling"]),
        ("end", {}, ["ruling"]),
    ],
)
def test_every_act_of_the_console_is_carried_out_and_verifies(led, charlie, kind, fields, kinds):
    response = send(signed_in(charlie), led, kind, **fields)
    assert response.status_code == 302, source(response)
    shown = [event for event in told(led, 1) if event != "exits"]
    assert [event for event in shown if event in kinds] == kinds or kind == "reveal"
    assert replay(led) == []


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("rule", {"reason": " "}, "Donnez une raison : elle est inscrite au journal."),
        ("danse", {}, "Cet acte n’existe pas."),
        ("move", {"fig": "N01", "x": "loin", "y": "3"}, "Indiquez un endroit de la table, en centimètres."),
        ("move", {"fig": "Z99", "x": "3", "y": "3"}, "Désignez une figurine encore en jeu."),
        (
            "spawn",
            {"recruit": "1 Moine : canon", "x": "3", "y": "3", "side": "1"},
            "« canon » n’est ni une arme",
        ),
        ("message", {"text": "Bonjour", "audience": "seats"}, "Cochez les joueurs qui doivent savoir"),
        ("message", {"text": "Bonjour", "audience": "seats", "seats": ["7"]}, "une place qui n’existe pas"),
        ("npc_plot", {"do-N01": "move", "path-N01": "là-bas"}, "le chemin s’écrit x/y x/y"),
        (
            "set_terrain",
            {"name": "h", "terrain": "lave", "path": "1/1 2/2"},
            "Décrivez un élément de terrain connu",
        ),
    ],
)
def test_a_refused_act_changes_nothing_and_says_what_would_be_right(led, charlie, kind, fields, said):
    before = pending(led).n
    response = send(signed_in(charlie), led, kind, **fields)
    assert response.status_code == 422
    assert said in source(response).replace("&#x27;", "'")
    assert (pending(led).n, RefereeAct.objects.count()) == (before, 0)


def test_sealed_orders_outlive_an_act_and_are_resolved(led, alice, charlie):
    seat = led.seats.get(number=0)
    plot = {"kind": "plot"}
    submit(seat, pending(led).n, plot, alice, "k" * 12)
    send(signed_in(charlie), led, "rule", reason="Le vent se lève.")
    step = pending(led)
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)
    assert Submission.objects.get().step.n == step.n
    assert led.steps.get(n=step.n).automatic == [1]
    assert list(find_world_faults()) == []


def test_an_act_that_would_spoil_a_sealed_order_is_refused(led, alice, charlie):
    _step, state = current_position(led)
    man = next(f for f in state.figures if f.seat == 0 and f.place == "table" and f.mount == "foot")
    order = {"figs": [man.id], "do": "move", "path": [[man.x - 900, man.y]]}
    submit(led.seats.get(number=0), pending(led).n, {"kind": "plot", "orders": [order]}, alice, "k" * 12)
    response = send(signed_in(charlie), led, "move", fig=man.id, x="20", y="100")
    assert response.status_code == 409
    assert "Des ordres déjà scellés deviendraient impossibles" in source(response)
    assert RefereeAct.objects.count() == 0


def test_a_request_repeated_after_an_act_gets_its_receipt_and_a_new_one_is_told(led, alice, charlie):
    """The act moved the pending step up by one: the very same request is still the same request, even when
    all is resolved."""
    n, body = pending(led).n, {"kind": "plot", "orders": []}
    seat = led.seats.get(number=0)
    receipt = submit(seat, n, body, alice, "the same request")
    for reason in ("La nuit tombe.", "Il pleut."):
        assert send(signed_in(charlie), led, "rule", reason=reason).status_code == 302
    again = submit(seat, n, body, alice, "the same request")
    assert (again.receipt, again.step.n, Submission.objects.count()) == (receipt.receipt, n + 2, 1)
    with pytest.raises(StaleStep):
        submit(seat, n, body, alice, "another request")
    step = pending(led)
    due.seal(step.pk, step.opened_at, early=True)
    assert due.resolve(step.pk)
    assert submit(seat, n, body, alice, "the same request").receipt == receipt.receipt
    with pytest.raises(StaleStep):  # the same words for a later decision are another request
        submit(seat, n - 1, body, alice, "the same request")


def test_an_order_judged_before_an_act_is_not_sealed_after_it(led, alice, charlie):
    seat, n = led.seats.select_related("game").get(number=0), pending(led).n
    judged = open_decision(seat, n, alice, "judged before")
    assert send(signed_in(charlie), led, "rule").status_code == 302
    with pytest.raises(StaleStep):
        answer(judged, {"kind": "plot", "orders": []})
    assert Submission.objects.count() == 0


def test_no_act_while_the_step_is_being_resolved(led, charlie):
    step = pending(led)
    due.seal(step.pk, step.opened_at, early=True)
    assert send(signed_in(charlie), led, "rule").status_code == 409
    with pytest.raises(organising.Refusal):
        organising.organise(led, charlie, {"kind": "rule", "reason": "x"}, "x", public=True)


def test_he_suspends_resumes_and_goes_back_with_a_reason_for_all(led, charlie):
    client = signed_in(charlie)
    base = f"/parties/{led.code}/argad/organisateur/temps/"
    assert client.post(f"{base}suspendre/", {"reason": ""}).status_code == 422
    assert client.post(f"{base}suspendre/", {"reason": "Le souper"}).status_code == 302
    assert Game.objects.get(pk=led.pk).status == Game.Status.PAUSED
    assert client.post(f"{base}reprendre/", {"reason": "Au travail"}).status_code == 302
    assert client.post(f"{base}revenir/", {"reason": "Erreur de placement", "to": "1"}).status_code == 302
    assert position_before(pending(led)).phase == "deploy"
    assert replay(led) == []


def test_a_creator_may_lead_from_the_form_of_a_new_table(charlie, alice):
    client = signed_in(charlie)
    client.post("/parties/creer/argad/", new_table(own_organiser="on", lord_name="Charlie"))
    game = Game.objects.get()
    assert (game.seats.count(), game.referee) == (0, charlie)
    gathering.fill_with_bots(game)
    gathering.begin(game, charlie)
    assert client.get(f"/parties/{game.code}/argad/organisateur/").status_code == 200
