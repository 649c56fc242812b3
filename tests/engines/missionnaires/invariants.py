"""What must hold in every position, whatever was played: for the fuzz runs and the tests."""

from collections import Counter
from collections.abc import Iterator

from engines.missionnaires.board import BETHEL, CONGREGATIONS, TOWNS, WHITE
from engines.missionnaires.deck import full_pile
from engines.missionnaires.state import FULL, State

ALL_CARDS = sorted(full_pile("mer") + full_pile("territoires"))


def broken(state: State) -> list[str]:
    """The faults of a position; nothing when it is sound."""
    return [*_gendarmes(state), *_pawns(state), *_overseers(state), *_cards(state)]


def _gendarmes(state: State) -> Iterator[str]:
    posts = list(state.gend.values())
    if len(set(posts)) != 8 or not TOWNS.issuperset(posts):
        yield f"gendarmes on {sorted(posts)}"
    shared = set(posts) & {player.pos for player in state.players if not player.rank}
    if shared:
        yield f"a gendarme shares {sorted(shared)} with a missionary"
    if set(posts) & set(state.lone.values()):
        yield "a gendarme shares a space with an overseer"


def _pawns(state: State) -> Iterator[str]:
    under_way = [player for player in state.players if not player.rank]
    places = Counter(player.pos for player in under_way if player.pos != BETHEL)
    if any(count > 1 for count in places.values()):
        yield f"missionaries share a space: {places}"
    for player in state.players:
        if not 0 <= player.per <= FULL:
            yield f"{player.name} holds {player.per} periodicals"
        if player.pos in WHITE and not player.embark:
            yield f"{player.name} is at sea without a port of embarkation"


def _overseers(state: State) -> Iterator[str]:
    for who, space in state.lone.items():
        companions = sum(player.ov == who for player in state.players)
        if companions + bool(space) > 1:
            yield f"{who} is in two places"
        if space and space != BETHEL and space not in TOWNS:
            yield f"{who} is alone at {space}"
        if space != BETHEL and any(player.pos == space for player in state.players if not player.rank):
            yield f"{who} stands alone on a missionary’s space, {space}"
    lone = [space for space in state.lone.values() if space and space != BETHEL]
    if len(set(lone)) != len(lone):
        yield f"both overseers stand on {lone[0]}"


def _cards(state: State) -> Iterator[str]:
    held = [card for player in state.players for card in player.bons]
    held += (*state.sea, *state.sea_discard, *state.land, *state.land_discard)
    held.sort()
    if held != ALL_CARDS:
        yield f"{len(held)} cards in all: {held}"
    towns = [town for player in state.players for town in (*player.todo, *player.done)]
    given = len(CONGREGATIONS) - len(state.reserve)
    if given != 24 or len(towns) != 24:
        yield f"{len(towns)} congregations with players, {len(state.reserve)} in reserve"
