"""The seat files: where each land lies, which lands are joined by sea, and what lies outside the game."""

import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent / "seats"
PLAIN = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "ı": "i", "’": "-", " ": "-"})


@dataclass
class Seat:
    name: str
    label: str
    lon: float
    lat: float
    island: bool = False
    weight: float = 1.0
    population: int | None = None
    wealth: float | None = None
    shift: tuple[int, float] = (0, 0.0)  # people and wealth moved here, or away, to make starts fair
    starts: tuple[int, ...] = ()


@dataclass
class SeatFile:
    seats: dict[str, Seat] = field(default_factory=dict)
    outside: list[tuple[float, float]] = field(default_factory=list)
    also: list[tuple[str, float, float]] = field(default_factory=list)
    sea: list[tuple[str, str]] = field(default_factory=list)


def read_seats(key: str) -> SeatFile:
    """Read one seat file; names are made from labels, so that both always agree."""
    book = SeatFile()
    for raw in (HERE / f"{key}.txt").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in raw.split("#", 1)[0].split("|")]
        if cells == [""]:
            continue
        if cells[0] == "mer":
            first, second = cells[1].split()
            book.sea.append((first, second))
        elif cells[0] == "aussi":
            lon, lat = map(float, cells[2].split())
            book.also.append((cells[1], lon, lat))
        elif cells[0] == "dehors":
            lon, lat = map(float, cells[1].split())
            book.outside.append((lon, lat))
        else:
            seat = _read_seat(cells)
            assert seat.name not in book.seats, f"{seat.name} stands twice in {key}"
            book.seats[seat.name] = seat
    for pair in book.sea:
        assert all(name in book.seats for name in pair), f"unknown land in the sea link {pair}"
    return book


def name_of(label: str) -> str:
    """VADVET-JAKKO from Vadvet-Jakko: capitals without accents, hyphens for spaces."""
    plain = unicodedata.normalize("NFKD", label.translate(PLAIN))
    return "".join(c for c in plain if not unicodedata.combining(c)).upper()


def _read_seat(cells: list[str]) -> Seat:
    lon, lat = map(float, cells[1].split())
    seat = Seat(name_of(cells[0]), cells[0], lon, lat)
    for cell in cells[2:]:
        words = cell.split()
        match words[0]:
            case "île":
                seat.island = True
            case "x":
                seat.weight = float(words[1])
            case "écart":
                seat.shift = (int(words[1]), float(words[2]))
            case "départ":
                seat.starts = tuple(int(word) for word in words[1:])
            case _:
                seat.population, seat.wealth = int(words[0]), float(words[1])
    return seat
