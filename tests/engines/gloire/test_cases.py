"""Every case file of Gloire et Pouvoir, one test a case."""

from pathlib import Path

import pytest

from engines.core.case_format import cases_in
from engines.core.cases import run_case

CASES = cases_in(Path(__file__).parent / "cases")


def test_there_are_at_least_150_cases():
    assert len(CASES) >= 150


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case):
    assert [str(difference) for difference in run_case(case)] == []
