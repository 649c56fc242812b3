"""The case files of this folder, as `python -m engines.theopolis case FILE` runs them."""

from pathlib import Path

import pytest

from engines.core.case_format import read_cases
from engines.core.cases import run_case

FILES = sorted(Path(__file__).parent.joinpath("cases").glob("*.case"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_file(path):
    for case in read_cases(path):
        assert run_case(case, "theopolis") == []


def test_there_are_case_files():
    assert len(FILES) >= 2
