"""`imagine`: a whole battle that looks the same to a seat, made of its view alone; what it does not know is
drawn.

The others' reserves and men in ambush are those that the troop they are said to have still lacks, placed by
the dice in the zones of the scenario; under a decoy stands a group of them; loads, javelins and secret cards
are drawn anew.
"""

from engines.argad.field.geometry import UNIT, scale
from engines.argad.field.ground import Ground, ground_of
from engines.argad.field.sight import concealed_where_he_stands
from engines.argad.movement.settle import Crowd
from engines.argad.phases.decoys import Token
from engines.argad.scenario.scenarios import Role, Zone, deal_secrets, fits_zone, roles_of, scenario_of
from engines.argad.scenario.setup import men_of, spots_of
from engines.argad.scenario.troops import READY, cut_to, figure_of
from engines.argad.state import SHAPES, Figure, Now, State, base_of, copy_of, is_mounted, on_table
from engines.argad.tables import WEAPONS
from engines.argad.view import TableView, known_state
from engines.core.contract import Seat
from engines.core.dice import Dice

LABEL = "imagine"
ABREAST = {base: 2 * max(shape) + 30 for base, shape in SHAPES.items()}  # room for a base under a decoy
TRIES = 8


def imagine_battle(view: TableView, seat: Seat | None, asked: tuple[Seat, ...], dice: Dice) -> State:
    """`asked` is public too: a seat with nobody on the table is not asked for orders."""
    new = copy_of(known_state(view))
    if new.phase == "over":
        return new
    side = new.seats[seat].side if seat is not None else None
    _deal_cards(new, seat, dice)
    if new.phase == "muster":
        return new
    _give_scripts(new)
    for figure in new.figures:
        if figure.side != side:
            _load(figure, dice)
    scenario = scenario_of(new)
    for number, role in enumerate(roles_of(scenario, len(new.seats))):
        if role.side != side:
            _complete(new, number, role, [t for t in view.tokens if t.seat == number], number in asked, dice)
    _fill_formations(new)
    return new


def _deal_cards(state: State, seat: Seat | None, dice: Dice) -> None:
    """As many secret cards for the others as one has oneself, and those that the scenario deals."""
    cards = sum(o.secret and o.seat == seat and o.id.startswith("c") for o in state.objectives)
    for number in range(len(state.seats)):
        if number != seat:
            deal_secrets(state, number, cards, dice, f"{LABEL}:")


def _give_scripts(state: State) -> None:
    """Nobody's people behave as the scenario says, which everybody may read."""
    scripts: list[str] = [group.script for group in scenario_of(state).npcs for _ in group.at]
    for figure in state.figures:
        number = int(figure.id[1:]) if figure.seat < 0 and figure.id[1:].isdecimal() else 0
        if 1 <= number <= len(scripts):
            figure.script = figure.script or scripts[number - 1]


def _load(figure: Figure, dice: Dice) -> None:
    """A crossbow that has just shot is empty; otherwise the dice say it, and how many javelins are left."""
    slow = [w for w in figure.weapons if WEAPONS[w].reload]
    if figure.place == "table" and slow:
        empty = figure.now.shot or dice.below(3, f"{LABEL}:load:{figure.id}") == 0
        figure.unloaded = tuple(sorted(slow)) if empty else ()
    if "javelin" in figure.weapons:
        most = 2 if "lance" in figure.weapons else 3
        figure.javelins = dice.below(most + 1, f"{LABEL}:javelins:{figure.id}")


# --- the men nobody has seen --------------------------------------------------------------------------------


def _complete(state: State, seat: Seat, role: Role, tokens: list[Token], asked: bool, dice: Dice) -> None:
    """What the seat's troop lacks goes under its decoys, into its ambush, or waits for its turn to arrive."""
    missing = _missing(state, seat, role)
    if state.phase == "deploy":
        state.figures += missing
        return
    ground = ground_of(state.terrain, state.width, state.height)
    crowd = Crowd(on_table(state))
    missing = _under_tokens(state, seat, role, tokens, missing, crowd, dice)
    ambush = [z for z in role.zones if z.hidden and z.turn <= state.turn] if asked else []
    later = [z for z in role.zones if z.turn > state.turn]
    for figure in missing:
        for zone in (*ambush, *later):
            if _put(figure, role, zone, ground, crowd, dice, hides=zone in ambush):
                state.figures.append(figure)
                break
    if ambush and not any(f.seat == seat for f in on_table(state)):
        _somebody_at_least(state, seat, role, ambush[0], missing, ground)
    _lead_beasts(state, seat)


def _missing(state: State, seat: Seat, role: Role) -> list[Figure]:
    """The men of the troop who have not been seen, as far as the budget goes beyond those who were."""
    place = state.seats[seat]
    known = [figure for figure in state.figures if figure.seat == seat]
    troop = next((t for t in READY.values() if t.name == place.troop), READY[role.troop])
    left = 2 * place.budget - sum(figure.cost for figure in known)
    ids = {figure.id for figure in known}
    whole = men_of(state, seat, role, cut_to(troop, place.budget))
    paid_for = len(whole) - sum(recruit.n for recruit in role.extra)
    found = []
    for figure in whole[:paid_for]:
        if figure.id not in ids and figure.cost <= left:
            left -= figure.cost
            found.append(figure)
    return found + [figure for figure in whole[paid_for:] if figure.id not in ids]


def _put(
    figure: Figure, role: Role, zone: Zone, ground: Ground, crowd: Crowd, dice: Dice, hides: bool
) -> bool:
    """A place of the zone drawn by the dice: free, and out of sight where he lies in ambush."""
    across = 330 if is_mounted(figure) or figure.mount == "pack" else 240
    spots = [spot for spot in spots_of(zone, across, across + 60, ground) if fits_zone(ground, zone, *spot)]
    dice.shuffle(spots, f"{LABEL}:spot:{figure.id}")
    figure.posture = "crouched" if hides and figure.mount == "foot" else "standing"
    for figure.x, figure.y in spots:
        if crowd.hits(base_of(figure)) or (hides and not concealed_where_he_stands(ground, figure)):
            continue
        crowd.add(base_of(figure))
        figure.zone, figure.enters = role.zones.index(zone), zone.turn
        figure.hidden, figure.place = hides, "table" if hides else "reserve"
        figure.now = Now(start=(figure.x, figure.y))
        return True
    return False


def _somebody_at_least(
    state: State, seat: Seat, role: Role, zone: Zone, missing: list[Figure], ground: Ground
) -> None:
    """They are asked for orders, so one of them is there: in the middle of the wood."""
    figure = missing[0] if missing else _stranger(state, seat, role)
    spots = spots_of(zone, 240, 300, ground)
    figure.x, figure.y = next((spot for spot in spots if fits_zone(ground, zone, *spot)), spots[0])
    figure.place, figure.hidden, figure.posture = "table", True, "crouched"
    figure.now = Now(start=(figure.x, figure.y))
    state.figures = [f for f in state.figures if f.id != figure.id] + [figure]


def _stranger(state: State, seat: Seat, role: Role) -> Figure:
    """One more man of the kind that the scenario proposes."""
    number = 1 + max(
        (int(f.id[1:]) for f in state.figures if f.seat == seat and f.id[1:].isdecimal()), default=0
    )
    troop = READY[role.troop]
    return figure_of(state, troop.figures[-1], troop.era, seat, role.side, number)


def _lead_beasts(state: State, seat: Seat) -> None:
    """Animals that wait with their people arrive led by them."""
    waiting = [f for f in state.figures if f.seat == seat and f.place == "reserve"]
    leaders = [f for f in waiting if f.mount == "foot"]
    for number, beast in enumerate(f for f in waiting if f.mount == "pack"):
        if leaders and not beast.led_by:
            leader = leaders[number // 2 % len(leaders)]
            beast.led_by, beast.enters = leader.id, leader.enters


# --- decoys -------------------------------------------------------------------------------------------------


def _under_tokens(
    state: State, seat: Seat, role: Role, tokens: list[Token], missing: list[Figure], crowd: Crowd, dice: Dice
) -> list[Figure]:
    """Each decoy gets its share of the unseen; its middle stays where it is shown. Gives those who are
    left."""
    if not tokens:
        return missing
    later = any(zone.turn > state.turn for zone in role.zones)
    left = list(missing)
    for number, token in enumerate(tokens):
        share = max(1, len(left) // (len(tokens) - number + later))
        group, left = left[:share], left[share:]
        group = group or [_stranger(state, seat, role)]
        _gather(state, token, group, crowd, dice)
        state.figures += group
    return left if later else []


def _gather(state: State, token: Token, group: list[Figure], crowd: Crowd, dice: Dice) -> None:
    """In pairs on both sides of the middle, along a line turned until they have room."""
    space = max(ABREAST[figure.base] for figure in group)
    lone = len(group) % 2
    for turn in range(TRIES):
        ux, uy = UNIT[(dice.below(3600, f"{LABEL}:token:{token.id}:{turn}")) % 3600]
        for n, figure in enumerate(group):
            far = space * ((n + 1) // 2) if lone else space * (n // 2) + space // 2
            dx, dy = scale(ux, uy, far)
            sign = 1 if n % 2 else -1
            figure.x, figure.y = token.x + sign * dx, token.y + sign * dy
        on = all(0 <= f.x <= state.width and 0 <= f.y <= state.height for f in group)
        if on and not any(crowd.hits(base_of(figure)) for figure in group):
            break
    for figure in group:
        figure.place, figure.hidden, figure.token = "table", True, token.id.partition("-")[2]
        figure.now = Now(start=(figure.x, figure.y))
        crowd.add(base_of(figure))


def _fill_formations(state: State) -> None:
    """Ranks name men whom nobody has seen: each is somebody like his neighbours, who never arrives."""
    known = {figure.id for figure in state.figures}
    for formation in state.formations:
        for id in formation.members:
            if id not in known:
                mate = next(f for f in state.figures if f.id in formation.members)
                ghost = _ghost(mate, id)
                state.figures.append(ghost)
                known.add(id)


def _ghost(mate: Figure, id: str) -> Figure:
    """Somebody like his neighbour, still out of sight and out of reach."""
    alike = ("seat", "side", "unit", "name", "cls", "weapons", "x", "y", "formation", "cost")
    return Figure(id=id, hidden=True, enters=99, **{name: getattr(mate, name) for name in alike})
