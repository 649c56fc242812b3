"""The contract's own suite, for the options that the usual games leave out."""

from functools import cache

import pytest

from engines.core.checks import choices, endings, secrets
from engines.core.checks.subject import Subject

TOUCHED_BY_OPTIONS = (
    endings.random_games_end,
    choices.menus_pass_check,
    choices.notation_round_trip,
    secrets.views_leak_nothing,
    choices.bots_finish,
)
TABLES = {
    "ranking_and_draft": {"continue_for_ranking": True, "patron_draft": True},
    "without_memory_aid": {"memory_aid": False, "full_deck": True},
}


@cache
def subject(table):
    return Subject("theopolis", seats=3, options=TABLES[table], games=2, sample=12)


@pytest.mark.parametrize("check", TOUCHED_BY_OPTIONS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", TABLES)
def test_options_keep_the_contract(table, check):
    check(subject(table))
