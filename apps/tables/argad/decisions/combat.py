"""The second input: who shoots at whom, who strikes whom, each choice with its exact odds, and the form read
into a packet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tables.argad import words
from apps.tables.argad.decisions.foresight import fighting, may_shoot, percent
from engines.argad.field.battlefield import Field
from engines.argad.field.ground import Shape
from engines.argad.fire.aim import Chance, targets
from engines.argad.fire.contact import close_shot, is_usual
from engines.argad.knowledge.hints import volley_odds
from engines.argad.knowledge.odds import Odds, one_die
from engines.argad.melee.strikers import Striker, find_strikers, melee_weapons
from engines.argad.menu import named_target
from engines.argad.orders import MODES, Aim, Packet, Strike, as_json
from engines.argad.state import Figure, State
from engines.argad.tables import WEAPONS
from engines.argad.words import TERRAIN_NAMES, WEAPON_NAMES

LEAVE = ""  # the usual policy decides
KEEP = "-"  # he keeps his shot
SHOOT = "1"  # he shoots at contact, whatever the usage


@dataclass
class Option:
    value: str
    label: str
    chosen: bool = False


def options_of(names: Mapping[str, Any], chosen: str) -> list[Option]:
    return [Option(key, str(name), key == chosen) for key, name in names.items()]


@dataclass
class Volley:
    """Men of one unit who may shoot with the same weapon, and the groups they may aim at."""

    key: str
    unit: str
    men: list[Figure]
    weapon: str
    options: list[Option] = field(default_factory=list)
    aims: list[Option] = field(default_factory=list)
    modes: list[Option] = field(default_factory=list)  # where there is more than one way to shoot

    @property
    def names(self) -> str:
        return ", ".join(words.name_of(figure) for figure in self.men)


@dataclass
class Melee:
    """One man who can strike: his enemies, with what each blow would do."""

    figure: Figure
    name: str
    targets: list[Option]
    weapons: list[Option]
    duels: list[dict[str, Any]]
    follow: list[Option]
    blocked: list[Option]
    swings: bool = False  # may leave the ranks to swing a heavy weapon freely
    free: bool = False


@dataclass
class Facing:
    """One man with an obstacle between him and the enemies he touches."""

    figure: Figure
    name: str
    across: str
    foes: str
    options: list[Option]


@dataclass
class CloseShot:
    """One man who may shoot at point-blank range instead of striking."""

    figure: Figure
    name: str
    label: str
    wanted: bool


class Combat:
    """What a seat can decide in COMBAT, from what it knows; `chosen` is the packet drafted so far."""

    def __init__(self, state: State, seat: int, chosen: Packet) -> None:
        self.state, self.seat, self.chosen = state, seat, chosen
        self.field = Field(state)
        self.mine = [figure for figure in self.field.present if figure.seat == seat]

    @property
    def volleys(self) -> list[Volley]:
        groups: dict[tuple[str, str], list[Figure]] = {}
        for figure in self.mine:
            weapon, _why = may_shoot(self.field, figure)
            if weapon:
                groups.setdefault((figure.unit, weapon), []).append(figure)
        found = [self._volley(unit, weapon, men) for (unit, weapon), men in groups.items()]
        return [volley for volley in found if len(volley.options) > 2]

    def _volley(self, unit: str, weapon: str, men: list[Figure]) -> Volley:
        volley = Volley(f"{unit}|{weapon}", _(unit), men, _(WEAPON_NAMES[weapon]))
        ids = {figure.id for figure in men}
        shot = next((aim for aim in self.chosen.shots if ids & set(aim.figs)), Aim((), ""))
        kept = bool(ids & set(self.chosen.hold))
        volley.options = [
            Option(LEAVE, _("selon l’usage : la cible la plus profitable"), not shot.target and not kept),
            *self._aims(men, weapon, shot.target),
            Option(KEEP, _("ne pas tirer"), kept),
        ]
        volley.aims = options_of(words.AIMS, shot.aim)
        volley.modes = self._modes(ids, shot.mode)
        return volley

    def _modes(self, ids: set[str], chosen: str) -> list[Option]:
        """The ways to shoot that somebody of the volley has, if there is a choice."""
        found = {
            way.mode for (shooter, *_rest), ways in self.field.ways.items() if shooter in ids for way in ways
        }
        if len(found) < 2:
            return []
        usual = Option("", _("comme cela passe, au plus simple"), not chosen)
        return [usual, *options_of({mode: words.MODES[mode] for mode in MODES if mode in found}, chosen)]

    def _aims(self, men: list[Figure], weapon: str, aimed: str) -> list[Option]:
        """Each group that somebody may hit: how many can, what they need, the chance of at least one hit."""
        groups: dict[str, list[Any]] = {}
        self.field.firing = frozenset(figure.id for figure in men)
        for figure in men:
            for chance in targets(self.field, figure, weapon, 6):
                groups.setdefault(chance.cluster, []).append(chance)
        found = []
        for cluster, chances in sorted(groups.items(), key=lambda pair: min(c.distance for c in pair[1])):
            best = min(chances, key=lambda c: min(c.needs.values()))
            soft = named_target(self.field, best)
            foe = self.field.figures[soft]
            others = len(self.field.clusters.members[cluster]) - 1
            name = words.name_of(foe) + (_(" et son groupe de {n}").format(n=others + 1) if others else "")
            label = ngettext(
                "{name}, à {cm} cm : {n} tireur", "{name}, à {cm} cm : {n} tireurs", len(chances)
            ).format(name=name, cm=words.cm(best.distance), n=len(chances))
            modes = {chance.mode for chance in chances if chance.mode != "direct"}
            label = ", ".join(
                [label, *(str(words.MODES[m]) for m in MODES if m in modes), *self._chances_told(chances)]
            )
            members = set(self.field.clusters.members[cluster])
            found.append(Option(soft, label, aimed in members))
        return found

    def _chances_told(self, chances: list[Chance]) -> list[str]:
        needs = {min(c.needs.values()) for c in chances}
        return self._prospect(
            needs, lambda: volley_odds(self.field, [(c.shooter, c.needs, c.cover) for c in chances])[0]
        )

    def _prospect(self, needs: set[int], odds: Callable[[], Odds]) -> list[str]:
        """What is needed and the chance of at least one hit, as far as the table wants it told."""
        if self.state.hints == "off":
            return []
        told = [_("il faut {need}").format(need=_(" ou ").join(map(str, sorted(needs))))]
        if self.state.hints == "full":
            told.append(_("{odds} de toucher").format(odds=percent(odds())))
        return told

    @property
    def idle(self) -> list[tuple[str, str]]:
        """Armed men who cannot shoot now, and why."""
        reasons = ((figure, may_shoot(self.field, figure)[1]) for figure in self.mine)
        return [(words.name_of(figure), why) for figure, why in reasons if why]

    @property
    def facings(self) -> list[Facing]:
        """Men who touch an enemy across a fence, a bank, a door: they assault, they hold, or neither."""
        found = []
        for figure in self.mine:
            foes = [self.field.figures[id] for id in sorted(self.field.touching.get(figure.id, ()))]
            between = [(foe, self._obstacle(figure, foe)) for foe in foes]
            across = [(foe, shape) for foe, shape in between if shape is not None]
            if across:
                options = options_of(words.STANDS, self.chosen.obstacle.get(figure.id, ""))
                named = ", ".join(words.name_of(foe) for foe, _shape in across)
                kind = _(TERRAIN_NAMES[across[0][1].piece.kind])
                found.append(Facing(figure, words.name_of(figure), kind, named, options))
        return found

    def _obstacle(self, figure: Figure, foe: Figure) -> Shape | None:
        return self.field.ground.obstacle_between(figure.x, figure.y, foe.x, foe.y)

    @property
    def close_shots(self) -> list[CloseShot]:
        if not self.state.has("point_blank"):
            return []
        found = []
        for figure in self.mine:
            shot = close_shot(self.field, figure)
            if shot is not None and shot.given is not None:
                foe = words.name_of(self.field.figures[shot.target])
                label = _("{weapon} sur {foe}").format(weapon=_(WEAPON_NAMES[shot.weapon]), foe=foe)
                need = min(shot.given.needs.values())
                told = ", ".join(self._prospect({need}, partial(one_die, need)))
                label = _("{shot} : {told}").format(shot=label, told=told) if told else label
                usual = figure.id not in self.chosen.hold and is_usual(self.field, shot)
                wanted = usual or figure.id in self.chosen.point_blank
                found.append(CloseShot(figure, words.name_of(figure), label, wanted))
        return found

    @property
    def melees(self) -> list[Melee]:
        strikers = [s for s in find_strikers(self.field) if self.field.figures[s.fig].seat == self.seat]
        return [self._melee(striker) for striker in strikers]

    def _melee(self, striker: Striker) -> Melee:
        id, exact = striker.fig, self.state.hints == "full"
        foes = striker.choices if exact else sorted(striker.choices)  # the best blow first tells the chances
        figure = self.field.figures[id]
        mine = next((s for s in self.chosen.strikes if s.fig == id), Strike(id))
        told = {
            foe: fighting(self.field, figure, self.field.figures[foe], striker.rank, striker.front)
            for foe in foes
        }
        duels = [duel for duel in told.values() if duel is not None]
        targets = [Option(foe, self._blow_label(foe, told[foe]), mine.target == foe) for foe in foes]
        return Melee(
            figure,
            words.name_of(figure),
            [Option(LEAVE, _("le meilleur coup"), not mine.target), *targets],
            [Option(w, _(WEAPON_NAMES[w]), mine.weapon == w) for w in melee_weapons(figure)],
            duels,
            options_of(words.FOLLOWS, self.chosen.follow.get(id, "on_kill")),
            options_of(words.BLOCKED, self.chosen.blocked.get(id, "surrender")),
            bool(figure.formation) and any(WEAPONS[w].heavy for w in melee_weapons(figure)),
            id in self.chosen.free_swing,
        )

    def _blow_label(self, foe: str, duel: dict[str, Any] | None) -> str:
        """« Pavesier B04 (33 % de tuer) », « (tue sur 5 ou 6) », or the bare name."""
        name = words.name_of(self.field.figures[foe])
        if duel is None:
            return name
        blow = duel["rows"][0]
        exact = _("{odds} de tuer").format(odds=blow["kill"]) if duel["exact"] else ""
        return f"{name} ({exact or _('tue sur {faces}').format(faces=blow['kill_on'])})"


def read_combat(form: Any, state: State, seat: int) -> dict[str, Any]:
    """The packet of a form. What is left to usage stays out of it."""
    combat = Combat(state, seat, Packet(auto=True))
    shots, hold, close = _read_shots(form, combat)
    melees, strikes = combat.melees, []
    follow: dict[str, str] = {}
    blocked: dict[str, str] = {}
    for melee in melees:
        id = melee.figure.id
        target, weapon = form.get(f"strike:{id}", ""), form.get(f"weapon:{id}", "")
        best = melee.weapons[0].value if melee.weapons else ""
        if target or (weapon and weapon != best):
            strikes.append(Strike(id, target, weapon if weapon != best else ""))
        for table, name, usual in ((follow, "follow", "on_kill"), (blocked, "blocked", "surrender")):
            if form.get(f"{name}:{id}", usual) != usual:
                table[id] = form[f"{name}:{id}"]
    words_ = {facing.figure.id: form.get(f"obstacle:{facing.figure.id}", "") for facing in combat.facings}
    packet = Packet(
        auto=True,
        shots=shots,
        hold=hold,
        strikes=tuple(strikes),
        point_blank=close,
        follow=follow,
        blocked=blocked,
        obstacle={id: word for id, word in words_.items() if word},
        free_swing=tuple(m.figure.id for m in melees if m.swings and form.get(f"free:{m.figure.id}")),
    )
    return as_json(packet)


def _read_shots(form: Any, combat: Combat) -> tuple[tuple[Aim, ...], tuple[str, ...], tuple[str, ...]]:
    """The volleys, who keeps his shot (the whole volley, or one man at point-blank range), and who shoots at
    contact."""
    shots: list[Aim] = []
    hold: list[str] = []
    for volley in combat.volleys:
        target = form.get(f"shot:{volley.key}", LEAVE)
        figs = tuple(figure.id for figure in volley.men)
        if target == KEEP:
            hold += figs
        elif target != LEAVE:
            aim, mode = form.get(f"aim:{volley.key}", "exposed"), form.get(f"mode:{volley.key}", "")
            shots.append(Aim(figs, target, aim=aim, mode=mode))
    close: list[str] = []
    for shot in combat.close_shots:
        word = form.get(f"close:{shot.figure.id}", LEAVE)
        if word == KEEP:
            hold.append(shot.figure.id)
        elif word == SHOOT:
            close.append(shot.figure.id)
    return tuple(shots), tuple(dict.fromkeys(hold)), tuple(close)
