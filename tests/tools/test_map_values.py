"""People and wealth of the lands: the draw keeps the means of the rules, and so do the shifts made by
hand."""

import pytest

from engines.gloire.maps import load_map
from tools.maps.seats import Seat, read_seats
from tools.maps.values import give_values


def lands(**shifts):
    return {name: Seat(name, name, 0.0, 0.0, shift=shifts.get(name, (0, 0.0))) for name in "ABCDE"}


def test_the_draw_keeps_the_means_of_the_rules():
    seats = lands()
    give_values(seats, "test", 10)
    assert sum(seat.population for seat in seats.values()) == 5 * 16_500
    assert sum(seat.wealth for seat in seats.values()) == pytest.approx(5 * 0.40)


def test_a_shift_moves_people_and_wealth_and_leaves_the_other_lands_alone():
    plain, shifted = lands(), lands(A=(-1000, -0.05), C=(1000, 0.05))
    give_values(plain, "test", 10)
    give_values(shifted, "test", 10)
    moved = {name: shifted[name].population - plain[name].population for name in plain}
    assert moved == {"A": -1000, "B": 0, "C": 1000, "D": 0, "E": 0}
    assert shifted["C"].wealth == pytest.approx(plain["C"].wealth + 0.05)


def test_shifts_that_do_not_add_up_to_nought_are_refused():
    with pytest.raises(AssertionError, match="1000 people"):
        give_values(lands(A=(1000, 0.0)), "test", 10)


@pytest.mark.parametrize("key", ["scandinavie", "moyen_orient", "europe"])
def test_the_values_of_a_map_are_those_its_seats_give(key):
    """The generator's figures, without drawing the map again."""
    book, game_map = read_seats(key), load_map(key)
    give_values(book.seats, key, len(game_map.starts))
    given = {name: (seat.population, seat.wealth) for name, seat in book.seats.items()}
    assert given == {name: (land.population, land.wealth) for name, land in game_map.lands.items()}
