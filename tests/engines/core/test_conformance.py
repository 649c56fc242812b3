"""The suite passes the sound game and names the fault of each broken one."""

import pytest

from engines.core import registry
from engines.core.checks import choices, endings, secrets, values
from engines.core.checks.subject import Broken, Subject
from engines.core.conformance import CHECKS, examine, main, summary
from tests.engines.core import broken_games as games
from tests.small_game.rules import Enchere

FAULTS = [
    (games.ViewLeaks, secrets.views_leak_nothing, "view tells"),
    (games.SpectatorLeaks, secrets.views_leak_nothing, "tells a spectator"),
    (games.MenuLeaks, secrets.views_leak_nothing, "menu tells"),
    (games.EventLeaks, secrets.views_leak_nothing, "events tell .* without `reveals`"),
    (games.DrawCanBeUndone, secrets.views_leak_nothing, "without `reveals`"),
    (games.NoScramble, secrets.views_leak_nothing, "has no scramble"),
    (games.IdleScramble, secrets.views_leak_nothing, "scramble changes nothing"),
    (games.ClaimsNoSecrets, secrets.views_leak_nothing, "hidden = False, but .* is not for everyone"),
    (games.ImagineTells, secrets.views_leak_nothing, "imagine tells"),
    (games.ImagineForgets, secrets.views_leak_nothing, "imagine gives .* another view than the game"),
    (games.ApplyMutates, values.inputs_are_not_changed, "apply changes the state"),
    (games.ViewMutates, values.inputs_are_not_changed, "view changes the state"),
    (games.RandomOfItsOwn, values.same_seed_same_game, "played twice: another game from step 1"),
    (games.RandomOfItsOwn, values.same_game_under_other_hash_seeds, "another game from step 1"),
    (games.HashOrder, values.same_game_under_other_hash_seeds, "PYTHONHASHSEED=.*another game from step 0"),
    (games.Remembers, values.same_game_from_recorded_draws, "by its recorded draws: state differs"),
    (games.NotJson, values.json_round_trip, "changes in a JSON round trip"),
    (games.IllegalDefault, choices.defaults_are_legal, r"default \(left\) gave seat"),
    (games.IllegalMenu, choices.menus_pass_check, "menu gave seat .* which check refuses"),
    (games.DeadEnd, choices.menus_pass_check, "leads to no complete choice"),
    (games.AnyoneMoves, choices.only_the_asked_may_move, "which is not asked"),
    (games.CheckRaises, choices.nonsense_is_refused, "check raises TypeError"),
    (games.CheckTooKind, choices.nonsense_is_refused, "but apply fails"),
    (games.ParseRaises, choices.nonsense_is_refused, "parse raises IndexError"),
    (games.MuteProblem, choices.nonsense_is_refused, "a problem without code or text"),
    (games.FaceForgotten, choices.notation_round_trip, "which reads as"),
    (games.NeverEnds, endings.random_games_end, "not over after 400 steps"),
    (games.SeatForgotten, endings.random_games_end, "does not name each of the"),
    (games.EarlyOutcome, endings.random_games_end, "there is an outcome while"),
    (games.AnyOption, endings.openings_are_checked, "accepted, BadOptions expected"),
    (games.NarrateRaises, secrets.events_are_well_addressed, "IndexError"),
    (games.WrongAudience, secrets.events_are_well_addressed, r"addressed to \(9,\)"),
    (games.RawView, secrets.views_are_plain, "is no JSON"),
    (games.CheatingBot, choices.bots_finish, "bot tricheur gave seat"),
    (games.MoodyBot, choices.bots_finish, "answers differently"),
    (games.NamelessBot, choices.bots_finish, "bots without a label for players: hardi"),
]


@pytest.mark.parametrize(
    ("game", "check", "message"), FAULTS, ids=lambda value: getattr(value, "__name__", "")
)
def test_suite_catches(game, check, message):
    subject = Subject("broken", game.meta.version, games=6, sample=60, most=400)
    with pytest.raises(Broken, match=message):
        check(subject)


def test_every_broken_game_is_tried():
    assert {game for game, _, _ in FAULTS} == set(games.BROKEN)


def test_every_check_catches_something():
    assert {check for _, check, _ in FAULTS} == set(CHECKS)


def test_sound_game_passes_with_fixed_seats_and_options():
    subject = Subject("enchere", seats=3, options={"rounds": 2, "open_offers": True}, games=2)
    assert examine(subject) == {}
    assert {len(table.names) for table in subject.tables} == {3}
    assert all(table.options == {"rounds": 2, "open_offers": True} for table in subject.tables)


def test_summary_counts_what_was_done():
    subject = Subject("enchere", games=2)
    line = summary(subject, examine(subject))
    assert line.startswith("enchere v1: 16/16 checks, 2 random games of ")
    assert subject.leak_checks > 50
    assert line.endswith(f"{subject.leak_checks} leak checks")


def test_command_prints_a_line_a_game_and_fails_for_a_broken_one(capsys):
    assert main(["enchere"]) == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert main(["broken"]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"broken v{len(games.BROKEN)}: 15/16 checks")
    assert "    nonsense_is_refused: check gives a problem without code or text" in out


def test_random_player_takes_the_sample_of_a_game_of_forms(monkeypatch):
    def sample(self, state, seat, dice):
        return self.default(state, seat, "absent")

    monkeypatch.setattr(Enchere, "sample", sample, raising=False)
    table = Subject("enchere", games=1).tables[0]
    assert {action["do"] for moment in table.moments for action in moment.moves.values()} == {"keep"}


def test_random_games_cover_the_options():
    tables = Subject("enchere", games=8).tables
    assert tables[0].options == tables[1].options == {}
    assert {table.options["purse"] for table in tables[2:]} == {"light", "heavy"}
    assert {len(table.names) for table in tables} == {2, 4}


def test_command_goes_on_after_a_game_that_does_not_load(capsys, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "vide", "engines.core")
    assert main(["vide", "enchere"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("vide: does not load, AttributeError")
    assert lines[1].startswith("enchere v1: 16/16 checks")


def test_command_names_an_unknown_game(capsys):
    assert main(["echecs"]) == 1
    assert capsys.readouterr().out.startswith("echecs: no such game")
