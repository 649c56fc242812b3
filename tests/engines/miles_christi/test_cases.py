"""The case files of this folder, each case one test."""

from pathlib import Path

import pytest

from engines.core.case_format import read_cases
from engines.core.cases import run_case

FILES = sorted((Path(__file__).parent / "cases").glob("*.case"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_case(case):
    assert run_case(case, "miles_christi") == []
