"""What men say at the table (4): a shout is heard within 20 cm, a musician's signal within 40, talk needs
base contact.

A speech changes nothing on the table. The host calls it like an organiser's act, between two steps, for the
seat that speaks.
"""

from typing import Any

import msgspec

from engines.argad.events import Tale
from engines.argad.problems import read_as
from engines.argad.state import Figure, State, between, by_id, copy_of, fights, on_table
from engines.argad.tables import MUSIC, RANK_TOL, VOICE
from engines.core.contract import Problem, Step
from engines.core.texts import Text, gettext_noop, say

REACHES = {"shout": VOICE, "signal": MUSIC, "talk": RANK_TOL}
LONGEST = 300  # characters
MOST = 6  # speeches of a seat in a turn


class Speech(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: str
    seat: int
    fig: str
    text: str
    manner: str = "shout"
    to: str = ""  # whom he talks to


def is_speech(raw: Any) -> bool:
    return isinstance(raw, dict) and raw.get("kind") == "speech"


def check_speech(state: State, raw: Any) -> list[Problem]:
    """What is wrong with it; empty if `speak` accepts it."""
    text = gettext_noop("Cette parole est mal écrite : {why}.")
    speech, problems = read_as(Speech, raw, "bad_speech", text)
    wrong = _wrong_with(state, speech) if speech is not None else None
    return [Problem("impossible", wrong)] if wrong is not None else problems


def _wrong_with(state: State, speech: Speech) -> Text | None:
    figure = by_id(state).get(speech.fig)
    if state.phase not in ("plot", "combat") or not 0 <= speech.seat < len(state.seats):
        return say(gettext_noop("On se parle sur la table, pendant la bataille."))
    if figure is None or figure.seat != speech.seat or figure.place != "table" or not fights(figure):
        return say(gettext_noop("Désignez un de vos hommes présent sur la table."))
    if figure.hidden:
        return say(gettext_noop("{fig} est caché : il se tait."), fig=figure.id)
    if not speech.text.strip() or len(speech.text) > LONGEST or "\0" in speech.text:
        return say(gettext_noop("Dites quelque chose, en {most} caractères au plus."), most=LONGEST)
    if state.seats[speech.seat].said >= MOST:
        return say(gettext_noop("Vos hommes ont assez parlé pour ce tour : {most} fois au plus."), most=MOST)
    return _wrong_manner(state, speech, figure)


def _wrong_manner(state: State, speech: Speech, figure: Figure) -> Text | None:
    if speech.manner not in REACHES:
        return say(gettext_noop("On crie, on parle ou l’on sonne : {known}."), known=list(REACHES))
    if speech.manner == "signal" and "musician" not in figure.roles:
        return say(gettext_noop("Seul un musicien donne un signal."))
    if speech.manner == "talk" and speech.to not in {other.id for other in within_talk(state, figure)}:
        return say(gettext_noop("Pour parler à quelqu’un, il faut être socle contre socle avec lui."))
    return None


def within_talk(state: State, figure: Figure) -> list[Figure]:
    """Those he could talk to: base to base, and not in hiding from him."""
    return [
        other
        for other in on_table(state)
        if other.id != figure.id
        and fights(other)
        and (not other.hidden or other.side == figure.side)
        and between(figure, other) <= REACHES["talk"]
    ]


def hearers(state: State, speech: Speech) -> tuple[int, ...]:
    """The seats that hear it: their own man speaks, or one of theirs stands within its reach, seen or not."""
    figure = by_id(state)[speech.fig]
    if speech.manner == "talk":
        near = [by_id(state)[speech.to]]
    else:
        near = [f for f in on_table(state) if fights(f) and between(figure, f) <= REACHES[speech.manner]]
    return tuple(sorted({speech.seat, *(f.seat for f in near if f.seat >= 0)}))


def speak(state: State, raw: Any) -> Step:
    """One speech, already checked: told to whoever hears it, with those who are seen to."""
    speech = msgspec.convert(raw, Speech)
    new = copy_of(state)
    new.seats[speech.seat].said += 1
    seen = {f.id for f in state.figures if not f.hidden}
    known = msgspec.structs.replace(state, figures=[f for f in state.figures if f.id in seen])
    heard = [state.seats[seat].name for seat in hearers(known, speech) if seat != speech.seat]
    tale = Tale(new)
    tale.emit(
        "speech",
        None,
        hearers(state, speech),
        fig=speech.fig,
        manner=speech.manner,
        text=speech.text.strip(),
        to=speech.to,
        heard=heard,
    )
    return Step(new, tuple(tale.events), reveals=True)
