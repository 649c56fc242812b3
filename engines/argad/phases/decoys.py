"""Option decoys (section 7): a group that no enemy sees stands on the table as an animal until one of them
sees it."""

import msgspec

from engines.argad.field.ground import ground_of
from engines.argad.field.groups import Clusters
from engines.argad.field.sight import look_at
from engines.argad.state import Figure, State, enemies, fights, middle, on_table

ANIMALS = ("stag", "boar", "wolf", "bear", "fox", "hare")


class Token(msgspec.Struct, frozen=True):
    """What the others know of a covered group: whose it is and about where it stands."""

    id: str
    seat: int
    animal: str
    x: int
    y: int


def cover(state: State, newcomers: list[Figure]) -> None:
    """Newcomers go under tokens, group by group, unless an enemy already sees somebody of the group."""
    if not state.has("decoys"):
        return
    clusters = Clusters(state)
    for group in dict.fromkeys(clusters.of.get(figure.id, "") for figure in newcomers):
        members = [figure for figure in on_table(state) if clusters.of.get(figure.id) == group]
        if not group or any(
            figure.seat < 0 or figure.hidden or _is_seen(state, figure) for figure in members
        ):
            continue
        token = _next_token(state, members[0].seat)
        for figure in members:
            figure.hidden, figure.token = True, token
    _cover_beasts(newcomers)


def _cover_beasts(newcomers: list[Figure]) -> None:
    """Animals go under the token of whoever leads them."""
    covered = {figure.id: figure.token for figure in newcomers if figure.token}
    for beast in newcomers:
        if beast.led_by in covered:
            beast.hidden, beast.token = True, covered[beast.led_by]


def _next_token(state: State, seat: int) -> str:
    taken = {figure.token for figure in state.figures if figure.seat == seat}
    number = next(n for n in range(len(state.figures) + 1) if f"{ANIMALS[n % len(ANIMALS)]}{n}" not in taken)
    return f"{ANIMALS[number % len(ANIMALS)]}{number}"


def _is_seen(state: State, figure: Figure) -> bool:
    ground = ground_of(state.terrain, state.width, state.height)
    watchers = [other for other in on_table(state) if enemies(other, figure) and fights(other)]
    return any(look_at(ground, watcher, figure).visible for watcher in watchers)


def tokens_for(state: State, side: int | None) -> list[Token]:
    """The covered groups of the other sides, each where its middle is."""
    groups: dict[tuple[int, str], list[Figure]] = {}
    for figure in on_table(state):
        if figure.token and figure.hidden and figure.side != side:
            groups.setdefault((figure.seat, figure.token), []).append(figure)
    return [
        Token(f"{seat}-{token}", seat, token.rstrip("0123456789"), *middle(members))
        for (seat, token), members in sorted(groups.items())
    ]
