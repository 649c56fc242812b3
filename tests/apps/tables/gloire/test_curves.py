"""Curves: read from the public table of each step in force, drawn safely, few queries."""

import pytest
from django.core.cache import cache

from apps.games.models import Step
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.tables.gloire.pages.curves import HIGHLIGHTED, Line, draw, history, lines_of, steps_in_force, twin
from tests.apps.tables.gloire.court import pending


@pytest.fixture
def played(court):
    cache.clear()
    for _turn in range(2):
        step = pending(court)
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
    return court


@pytest.mark.django_db
def test_history_has_one_figure_a_turn_for_every_lord(played):
    past = history(played, 2)
    assert past.turns == (0, 1, 2)
    assert sorted(past.standings) == list(range(6))
    assert all(len(values) == 3 for values in past.standings.values())
    assert [values[0] for values in past.lands.values()] == [1] * 6


@pytest.mark.postgres
@pytest.mark.django_db
def test_history_costs_three_queries_cold_and_one_warm(played, django_assert_num_queries):
    with django_assert_num_queries(2):
        history(played, 2)
    with django_assert_num_queries(1):
        history(played, 2)


@pytest.mark.django_db
def test_spectators_delay_is_kept(played):
    assert history(played, 1).turns == (0, 1)


@pytest.mark.django_db
def test_turn_taken_back_is_left_out(played):
    """A rollback starts from an older position: what followed it no longer counts."""
    Step.objects.filter(game=played, n=2).update(base=0)
    keys = steps_in_force(played, 2)
    assert [Step.objects.get(pk=pk).n for pk in keys] == [0, 2]


def test_drawing_escapes_names_and_marks_my_line():
    lines = [Line(0, "<script>", (10.0, 20.0), 0, True), Line(1, "Bran", (10.0, None), None)]
    svg = draw((0, 1), lines, 'Courbes "du" royaume', ((15.0, "Baron"),))
    assert "<script>" not in svg
    assert "&lt;script&gt;" in svg
    assert svg.count("is-mine") == 2
    assert svg.count("line-far") == 1
    assert "Baron" in svg


def test_at_most_eight_lines_are_coloured():
    figures = dict.fromkeys(range(30), (1.0, 2.0))
    lines = lines_of(figures, [f"S{n}" for n in range(30)], list(range(30)), 4)
    assert sum(line.style is not None for line in lines) == HIGHLIGHTED
    assert lines[-1].seat == 4


def test_twin_table_has_the_latest_turn_first_and_dashes_for_the_fallen():
    from engines.core.contract import Event
    from engines.gloire.chronicle import curves

    tables = [
        {"turn": 0, "rows": [[0, 130.6, 1, 0], [1, 99.5, 1, 0]]},
        {"turn": 1, "rows": [[0, 150.2, 2, 1]]},
    ]
    table = twin(curves(Event("standings", one) for one in tables), [0, 1], ["Hawkmoon", "Bran"])
    assert table == {
        "names": ["Hawkmoon", "Bran"],
        "rows": [(1, ["150 · 2", "–"]), (0, ["131 · 1", "100 · 1"])],
    }
