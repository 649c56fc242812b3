"""The case files of this folder, each case one test."""

from pathlib import Path

import pytest

from engines.core.case_format import cases_in
from engines.core.cases import run_case


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent / "cases"), ids=str)
def test_case(case):
    assert run_case(case, "argad") == []
