"""The command line of a game: exit status, what is printed, and clear refusals."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engines.core.cli import main

CASES = Path(__file__).parent / "cases" / "vente.case"


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as left:
        main("enchere", arguments)
    captured = capsys.readouterr()
    return left.value.code, captured.out, captured.err


def test_cases_that_hold(capsys):
    assert run(capsys, "case", str(CASES)) == (0, "3 cas, 3 conformes, 0 en défaut\n", "")


def test_cases_that_differ_are_printed(capsys, tmp_path):
    path = tmp_path / "faux.case"
    path.write_text("case: Faux\nexpect:\n    round = 3\n    asks 0\n", "utf-8")
    code, out, _ = run(capsys, "case", str(path), str(CASES))
    assert code == 1
    assert out.splitlines() == [
        f"{path}\u00a0: Faux",
        "  ligne 3\u00a0: attendu «\u00a0round = 3\u00a0», trouvé 0",
        "4 cas, 3 conformes, 1 en défaut",
    ]


def test_bad_case_file_is_refused_with_its_line(capsys, tmp_path):
    path = tmp_path / "mal.case"
    path.write_text("case: Mal\nhasard:\n", "utf-8")
    code, out, err = run(capsys, "case", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"{path}, ligne 2\u00a0: «\u00a0hasard\u00a0» est inconnu")


def test_missing_file_is_refused(capsys, tmp_path):
    code, _, err = run(capsys, "case", str(tmp_path / "absent.case"))
    assert code == 2
    assert "absent.case" in err


def test_play_tells_the_game_and_its_end(capsys):
    code, out, _ = run(
        capsys, "play", "--seed", "3", "--seats", "3", "--bots", "hardi,prudent", "--option", "rounds=2"
    )
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "     Tour 1\u00a0: Joueur 0 vend."
    assert "   1 Joueur 0 > PIOCHER" in lines
    assert any(line.startswith("     (Joueur 0) Vous piochez la carte ") for line in lines)
    assert [line.split(".")[0].strip() for line in lines[-3:]] == ["1", "2", "2"]
    assert (
        run(capsys, "play", "--seed", "3", "--seats", "3", "--bots", "hardi,prudent", "--option", "rounds=2")[
            1
        ]
        == out
    )
    assert (
        run(capsys, "play", "--seed", "4", "--seats", "3", "--bots", "hardi,prudent", "--option", "rounds=2")[
            1
        ]
        != out
    )


def test_play_may_stop_early(capsys):
    code, out, _ = run(capsys, "play", "--steps", "2")
    assert code == 0
    assert out.splitlines()[-1] == "La partie n’est pas finie après 2 étapes."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "genie"], "robot «\u00a0genie\u00a0» inconnu\u00a0; il y a\u00a0: prudent, hardi"),
        (["--seats", "9"], "de 2 à 4 joueurs, pas 9"),
        (["--option", "rounds"], "on attend clé=valeur"),
        (["--option", "rounds=99"], "un nombre de 1 à 12"),
    ],
)
def test_play_refuses(capsys, arguments, message):
    code, out, err = run(capsys, "play", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_exported_game_is_verified(capsys, tmp_path):
    path = tmp_path / "partie.json"
    run(capsys, "play", "--seed", "7", "--export", str(path))
    code, out, _ = run(capsys, "verify", str(path))
    data = json.loads(path.read_text("utf-8"))
    assert code == 0
    assert out == (
        f"{len(data['steps'])} étapes recalculées, tout concorde. Tête de chaîne\u00a0: "
        f"{data['steps'][-1]['chain']}\n"
    )
    data["steps"][3]["hash"] = "0" * 64
    path.write_text(json.dumps(data), "utf-8")
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 1
    assert out.startswith("étape 3\u00a0: l’empreinte")


@pytest.mark.parametrize(
    ("text", "message"),
    [("{}", "n’est pas une partie exportée"), ("pas du JSON", "n’est pas une partie exportée")],
)
def test_verify_refuses_another_file(capsys, tmp_path, text, message):
    path = tmp_path / "autre.json"
    path.write_text(text, "utf-8")
    code, _, err = run(capsys, "verify", str(path))
    assert code == 2
    assert message in err


def test_verify_refuses_another_game(capsys, tmp_path):
    path = tmp_path / "partie.json"
    run(capsys, "play", "--export", str(path))
    path.write_text(path.read_text("utf-8").replace('"enchere"', '"gloire"'), "utf-8")
    code, _, err = run(capsys, "verify", str(path))
    assert code == 2
    assert "est une partie de «\u00a0gloire\u00a0», pas de «\u00a0enchere\u00a0»" in err


def test_runs_as_a_module():
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "tests.small_game", "case", str(CASES)]
    done = subprocess.run(command, capture_output=True, cwd=root, check=False, encoding="utf-8")
    assert (done.returncode, done.stdout) == (0, "3 cas, 3 conformes, 0 en défaut\n")
