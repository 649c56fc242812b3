"""Speech on the table (4): a shout reaches 20 cm, a signal 40, talk base contact; each to those who hear it
and nobody else."""

import pytest

from engines.argad.phases.speech import LONGEST, MOST
from engines.core import codec
from engines.core.dice import Dice
from engines.core.texts import render
from tests.engines.argad.board import RULE, at, battle, chief, man, plot


def yard():
    """A01 speaks; B01 stands 20 cm from him, edge to edge, C01 40."""
    return battle(
        man("A01", 50, 60, roles=("musician",)), chief("A02", 50, 66), man("B01", 72, 60), man("C01", 92, 60)
    )


def speech(text: str = "Rendez-vous !", **more) -> dict:
    return {"kind": "speech", "seat": 0, "fig": "A01", "text": text, **more}


def said(state, act):
    assert RULE.check_organise(state, act) == []
    step = RULE.organise(state, act, Dice(b"voix", 1))
    [event] = step.events
    return step.state, event


def refusals(state, act) -> list[str]:
    return [render(problem.text) for problem in RULE.check_organise(state, act)]


@pytest.mark.parametrize(("x", "audience"), [(72, (0, 1)), (72.1, (0,))])
def test_shout_reaches_twenty_centimetres(x, audience):
    state = yard()
    at(state, "B01").x = round(x * 100)
    assert said(state, speech())[1].audience == audience


@pytest.mark.parametrize(("x", "audience"), [(92, (0, 1, 2)), (92.1, (0, 1))])
def test_musician_s_signal_reaches_forty(x, audience):
    state = yard()
    at(state, "C01").x = round(x * 100)
    assert said(state, speech(manner="signal"))[1].audience == audience


def test_only_a_musician_gives_signals():
    assert refusals(yard(), speech(fig="A02", manner="signal")) == ["Seul un musicien donne un signal."]


def test_talk_needs_base_contact_and_is_for_the_two_alone():
    state = yard()
    assert refusals(state, speech(manner="talk", to="B01")) == [
        "Pour parler à quelqu’un, il faut être socle contre socle avec lui."
    ]
    at(state, "B01").x = 5200
    at(state, "C01").x = 5600
    _state, event = said(state, speech(manner="talk", to="B01"))
    assert event.audience == (0, 1)
    told = render(RULE.narrate(event, RULE.view(state, 0)))
    assert told == "A01 A01 dit à B01 B01 : « Rendez-vous ! » (entendu par Joueur 1)"


def test_the_fallen_neither_speak_nor_hear():
    state = yard()
    at(state, "B01").place = "dead"
    assert said(state, speech())[1].audience == (0,)
    at(state, "A01").place = "dead"
    assert refusals(state, speech()) == ["Désignez un de vos hommes présent sur la table."]


def test_nobody_speaks_for_another_seat():
    assert refusals(yard(), speech(fig="B01")) == ["Désignez un de vos hommes présent sur la table."]


def test_a_man_in_hiding_hears_without_being_told_of():
    """The seat hears by its hidden man; those who are named as hearers are those who are seen."""
    state = yard()
    at(state, "B01").hidden = True
    _state, event = said(state, speech())
    assert (event.audience, event.params["heard"]) == ((0, 1), [])
    assert render(RULE.narrate(event, RULE.view(state, 0))).endswith("(les siens seuls l’entendent)")
    assert refusals(state, {**speech(), "seat": 1, "fig": "B01"}) == ["B01 est caché : il se tait."]


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1), "a\0b"])
def test_nothing_too_much_and_nonsense_are_not_said(text):
    assert refusals(yard(), speech(text)) == [f"Dites quelque chose, en {LONGEST} caractères au plus."]


@pytest.mark.parametrize(
    "act",
    [
        {"kind": "speech"},
        speech(to=3),
        {**speech(), "volume": 9},
        {**speech(), "seat": 7},
        speech(manner="télépathie"),
    ],
)
def test_what_is_no_speech_is_refused(act):
    assert len(refusals(yard(), act)) == 1


def test_speeches_are_counted_by_the_turn_and_change_nothing_else():
    state = battle(man("A01", 50, 60), chief("B01", 150, 60))
    before = codec.builtins(state)
    for _ in range(MOST):
        state, _event = said(state, speech())
    after = codec.builtins(state)
    assert after["seats"][0].pop("said") == MOST
    before["seats"][0].pop("said")
    assert after == before
    assert refusals(state, speech()) == [f"Vos hommes ont assez parlé pour ce tour : {MOST} fois au plus."]
    assert refusals(plot(state).state, speech()) == []
