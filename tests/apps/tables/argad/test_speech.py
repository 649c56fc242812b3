"""In-fiction speech at a table: addressed, logged for those who hear it, and in nobody's way."""

import pytest

from apps.games.engine.positions import current_position
from apps.games.models import RefereeAct
from apps.games.records.verification import find_world_faults, replay
from apps.games.services.lobby import gathering
from engines.core import codec
from tests.apps.tables.argad.battle import opened, pending, signed_in, skip_to
from tests.apps.tables.argad.test_organiser import led, send  # noqa: F401
from tests.apps.tables.argad.test_phases import sealed
from tests.pages import page_of, source


@pytest.fixture
def village(alice, bob):
    game = opened(alice, bob, scenario="village")
    skip_to(game, lambda state: state.phase == "plot" and state.turn == 1)
    return game


def placed(game, near: bool) -> tuple[str, str]:
    """A man of each seat, ten centimetres apart or across the table."""
    step = pending(game)
    base = game.steps.get(n=step.base)
    state = codec.load(base.state, game.rules.State)
    mine, theirs = (
        next(f for f in state.figures if f.seat == seat and f.place == "table") for seat in (0, 1)
    )
    others = [f for f in state.figures if f.place == "table" and f not in (mine, theirs) and f.seat >= 0]
    for n, figure in enumerate(others):
        figure.x, figure.y = (
            (300 + 300 * (n % 8) if figure.seat == 0 else 17_700 - 300 * (n % 8)),
            300 + 300 * (n // 8),
        )
    mine.x, mine.y, theirs.x, theirs.y = 9_000, 11_000, 10_000 if near else 17_000, 11_000
    base.state, base.state_hash = codec.dump(state), codec.digest(state)
    base.save()
    return mine.id, theirs.id


def speak(client, game, seat: int, **fields):
    return client.post(f"/parties/{game.code}/argad/parler/", {"seat": seat, "manner": "shout", **fields})


def test_shout_is_in_the_story_of_those_who_hear_it_and_of_nobody_else(village, browsers, make_user):
    mine, _theirs = placed(village, near=True)
    assert speak(browsers[0], village, 0, fig=mine, text="Halte <b>là</b> !").status_code == 302
    for browser in browsers:
        page = page_of(browser, village)
        assert f"{mine} crie : « Halte &lt;b&gt;là&lt;/b&gt; ! » (entendu par Sire Bob)" in page
    assert "Halte" not in page_of(signed_in(make_user("Diane")), village)


def test_shout_out_of_earshot_stays_with_the_speaker(village, browsers):
    mine, _theirs = placed(village, near=False)
    speak(browsers[0], village, 0, fig=mine, text="Y a-t-il quelqu’un ?")
    assert "(les siens seuls l’entendent)" in page_of(browsers[0], village)
    assert "Y a-t-il quelqu’un" not in page_of(browsers[1], village)


def test_speech_is_a_step_that_verifies_and_leaves_the_decision_and_its_seals_open(village, browsers):
    mine, _theirs = placed(village, near=True)
    before = pending(village)
    form = {"step": before.n, "seat": 1, "key": "scelle-1", "seal": "1"}
    assert browsers[1].post(f"/parties/{village.code}/argad/decider/", form).status_code == 302
    speak(browsers[0], village, 0, fig=mine, text="Bonjour")
    after = pending(village)
    assert (after.pk, after.n, after.due_at) == (before.pk, before.n + 1, before.due_at)
    assert sealed(village, 1) == {"kind": "plot"}
    assert not RefereeAct.objects.exists()


def test_form_filled_in_before_somebody_spoke_still_counts(village, browsers):
    """Talk must not be a way to throw away the others' orders; a step that changed the table is another
    matter."""
    mine, theirs = placed(village, near=True)
    form = {
        "step": pending(village).n,
        "seat": 1,
        "key": "avant",
        "figs": theirs,
        "do": "crouch",
        "give": "1",
    }
    for text in ("Un", "Deux", "Trois"):
        speak(browsers[0], village, 0, fig=mine, text=text)
    assert browsers[1].post(f"/parties/{village.code}/argad/decider/", form).status_code == 302
    assert pending(village).drafts.get(seat__number=1).action["orders"][0]["figs"] == [theirs]
    for number in ("0", "99", "", "-1", "1e3"):
        assert (
            browsers[1].post(f"/parties/{village.code}/argad/decider/", {**form, "step": number}).status_code
            == 409
        )


def test_refused_speech_says_why_and_keeps_what_was_written(village, browsers):
    mine, theirs = placed(village, near=True)
    answer = speak(browsers[0], village, 0, fig=mine, manner="talk", to=theirs, text="Entre nous")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "il faut être socle contre socle avec lui" in page
    assert 'value="Entre nous"' in page
    assert speak(browsers[1], village, 0, fig=mine, text="Faux").status_code == 404
    assert "Faux" not in page_of(browsers[0], village)


def test_film_of_the_turn_outlives_the_talk(alice, bob, browsers):
    game = opened(alice, bob, scenario="village")
    skip_to(game, lambda state: state.phase == "combat" and state.turn >= 4)
    state = current_position(game)[1]
    scenes = page_of(browsers[0], game).split('id="ag-scenes"')[1].split("</script>")[0]
    speaker = next(
        f for f in state.figures if f.seat == 0 and f.place == "table" and not f.hidden and f.mount != "pack"
    )
    assert speak(browsers[0], game, 0, fig=speaker.id, text="Tenez bon !").status_code == 302
    assert page_of(browsers[0], game).split('id="ag-scenes"')[1].split("</script>")[0] == scenes


def test_nobody_speaks_where_nobody_else_listens(alice, browsers):
    game = gathering.start_training(alice, "argad", {"scenario": "village"}, 2)
    state = skip_to(game, lambda state: state.phase == "plot" and state.turn == 2)
    assert "Parler sur la table" not in page_of(browsers[0], game)
    speaker = next(f for f in state.figures if f.seat == 0 and f.place == "table")
    assert speak(browsers[0], game, 0, fig=speaker.id, text="Ohé").status_code == 409


def test_organiser_hears_everything_and_the_record_verifies(led, alice, charlie):  # noqa: F811
    state = current_position(led)[1]
    speaker = next(f for f in state.figures if f.seat == 0 and f.place == "table" and not f.hidden)
    assert speak(signed_in(alice), led, 0, fig=speaker.id, text="Où est le trésor ?").status_code == 302
    page = source(signed_in(charlie).get(f"/parties/{led.code}/argad/organisateur/"))
    assert "Ce que disent les joueurs" in page
    assert "« Où est le trésor ? »" in page
    assert send(signed_in(charlie), led, "rule", reason="La nuit tombe.").status_code == 302
    assert replay(led) == []
    assert list(find_world_faults()) == []
