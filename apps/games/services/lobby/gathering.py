"""Before the start: create, join, leave, put out, fill with bots, begin."""

import contextlib
import secrets
from collections.abc import Callable
from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.live.hub import announce
from apps.games.live.topics import game_topic
from apps.games.models import Game, Seat
from apps.games.permissions import can_host
from apps.games.problems import Refusal
from apps.games.services.lobby.password_tries import count_guess, require_few_guesses
from apps.games.services.lobby.quotas import require_room_for_solo, require_room_for_table
from apps.games.services.lobby.starting import start_game
from apps.games.table.count_words import places, still_missing
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.heraldry.arms import ArmsError
from apps.heraldry.blazon import parse
from apps.heraldry.lots import from_seed, unlike
from engines.core.contract import BoundsSeats, Rules
from engines.core.registry import rules_of


class NewGame:
    """What the creator of a game chose; everything else has a sensible value."""

    def __init__(self, slug: str, name: str, options: dict[str, Any], seats: int, **more: Any) -> None:
        self.slug, self.name, self.options, self.seats = slug, name, options, seats
        self.pace: Pace = more.get("pace") or Pace()
        self.kind: str = more.get("kind", Game.Kind.TABLE)
        self.private: bool = more.get("private", False)
        self.password: str = more.get("password", "")
        self.bots_allowed: bool = more.get("bots_allowed", True)
        self.early: bool = more.get("early", self.pace.kind in ("live", "hours", "at_once"))
        self.spectators: str = more.get("spectators", Game.Spectators.OPEN)
        self.special_rules: str = more.get("special_rules", "")
        self.referee: User | None = more.get("referee")
        self.previous: Game | None = more.get("previous")


def create_game(creator: User, new: NewGame) -> Game:
    """A game that gathers its players. The creator sits down separately, with `join_game`."""
    rules = rules_of(new.slug)
    _require_seats(rules, new.options, new.seats)
    return Game.objects.create(
        slug=new.slug,
        rules_version=rules.meta.version,
        name=new.name,
        options=new.options,
        seats_wanted=new.seats,
        kind=new.kind,
        visibility=Game.Visibility.PRIVATE if new.private else Game.Visibility.PUBLIC,
        password=make_password(new.password) if new.password else "",
        pace_data=new.pace.to_data(),
        early=new.early,
        bots_allowed=new.bots_allowed,
        spectators=new.spectators,
        special_rules=new.special_rules,
        creator=creator,
        referee=new.referee,
        previous=new.previous,
    )


@transaction.atomic
def open_table(creator: User, new: NewGame, seat_name: str, then: Callable[[Game], None]) -> Game:
    """A table with its creator seated, unless he leads it without playing; nothing is left of one that is
    refused."""
    require_room_for_table(creator)
    game = create_game(creator, new)
    if seat_name:
        join_game(game, creator, seat_name, arms=creator.arms)
    then(game)
    return game


def seats_allowed(rules: Rules, options: dict[str, Any]) -> tuple[int, int]:
    """The fewest and most seats; an option (a map, a scenario) may decide."""
    bounds = rules.seat_bounds(options) if isinstance(rules, BoundsSeats) else None
    if bounds:
        return bounds
    for option in rules.meta.options:
        bounds = option.seats.get(options.get(option.key, option.default))
        if bounds:
            return bounds
    return rules.meta.seats


def usual_seats(rules: Rules, options: dict[str, Any]) -> int:
    """A full court where a map of the long game decides the number, the smallest table elsewhere."""
    low, high = seats_allowed(rules, options)
    return high if rules.meta.pace == "weekly" and any(option.seats for option in rules.meta.options) else low


def _require_seats(rules: Rules, options: dict[str, Any], seats: int) -> None:
    low, high = seats_allowed(rules, options)
    if not low <= seats <= high:
        raise Refusal(_("Avec ces options, il faut %(places)s.") % {"places": places(low, high)})


def join_game(
    game: Game, user: User, name: str, *, password: str = "", invitation: str = "", arms: str = ""
) -> Seat:
    """Sit down. Private games ask for their password or their invitation."""
    if password and game.password:
        require_few_guesses(game, user)
    if not may_enter(game, user, password, invitation):
        if password and game.password:
            count_guess(game, user)
        raise Refusal(_("Cette partie est privée : il faut son mot de passe ou son lien d’invitation."))
    with transaction.atomic():
        game = _lock_gathering(game)
        if game.referee_id == user.pk:
            raise Refusal(_("L’arbitre d’une partie n’y joue pas."))
        if game.kind != Game.Kind.HOTSEAT and game.seats.filter(user=user).exists():
            raise Refusal(_("Vous êtes déjà assis à cette table."))
        return _sit(game, name, user=user, arms=arms or _arms_of(game, user))


def may_enter(game: Game, user: User, password: str = "", invitation: str = "") -> bool:
    if game.visibility == Game.Visibility.PUBLIC or game.creator_id == user.pk:
        return True
    if invitation and secrets.compare_digest(invitation, game.invitation):
        return True
    return bool(game.password and password and check_password(password, game.password))


def add_bot(game: Game, level: str = "", name: str = "") -> Seat:
    """A labelled automaton takes a chair."""
    if not game.bots_allowed:
        raise Refusal(_("Cette partie n’admet pas d’automates."))
    levels = list(game.rules.bots)
    if not levels:
        raise Refusal(_("Ce jeu n’a pas encore d’automate."))
    if level and level not in levels:
        labels = [_(game.rules.bot_levels[one]) for one in levels]
        raise Refusal(_("Automates connus : %(levels)s.") % {"levels": ", ".join(labels)})
    with transaction.atomic():
        game = _lock_gathering(game)
        number = game.seats.filter(bot__gt="").count()
        return _sit(game, name or _free_bot_name(game), bot=level or levels[number % len(levels)])


def fill_with_bots(game: Game) -> None:
    for _missing in range(game.seats_wanted - game.seats.count()):
        add_bot(game)


def leave_game(game: Game, user: User) -> None:
    """Stand up before the start. A table whose host leaves goes on with another, or closes with nobody; a
    host who leads without sitting closes his while nobody sits there."""
    with transaction.atomic():
        game = _lock_gathering(game)
        alone = game.creator_id == user.pk and not game.seats.filter(user__isnull=False).exists()
        if not game.seats.filter(user=user).delete()[0] and not alone:
            raise Refusal(_("Vous n’êtes pas assis à cette table."))
        _renumber(game)
        _pass_on(game, user)
        stir(game)


def leave_all_games(user: User) -> None:
    """An account that retires leaves no table waiting for it."""
    for game in Game.objects.gathering().filter(Q(seats__user=user) | Q(creator=user)).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it may begin at this moment
            game = _lock_gathering(game)
            game.seats.filter(user=user).delete()
            _renumber(game)
            _pass_on(game, user)
            stir(game)


def _pass_on(game: Game, leaver: User) -> None:
    """Nobody can block a table: whoever sat down next is its host; with nobody left there is no table."""
    if game.creator_id != leaver.pk:
        return
    heir = game.seats.filter(user__isnull=False).select_related("user").order_by("number").first()
    if heir is not None and heir.user is not None:
        game.creator = heir.user
    else:
        game.status, game.ended_at = Game.Status.CANCELLED, database_now()
    game.save(update_fields=["creator", "status", "ended_at"])


def kick_player(game: Game, actor: User, seat: Seat) -> None:
    """The creator or the referee puts someone out before the start."""
    if not can_host(actor, game):
        raise Refusal(_("Seul le créateur ou l’arbitre peut écarter quelqu’un avant le départ."))
    with transaction.atomic():
        game = _lock_gathering(game)
        game.seats.filter(pk=seat.pk).delete()
        _renumber(game)
        stir(game)


def begin(game: Game, actor: User) -> Game:
    """The creator opens the game once the table is full (bots may fill it first)."""
    if not can_host(actor, game):
        raise Refusal(_("Seul le créateur ou l’arbitre peut ouvrir la partie."))
    taken = game.seats.count()
    low, _high = seats_allowed(game.rules, game.options)
    if taken < max(low, 1):
        raise Refusal(f"{still_missing(low - taken)} {_('Invitez du monde, ou ajoutez des automates.')}")
    return start_game(game)


@transaction.atomic
def start_training(user: User, slug: str, options: dict[str, Any], seats: int, *, bot: str = "") -> Game:
    """One click: a private game against bots, resolved when the player says so."""
    require_room_for_solo(user, Game.Kind.TRAINING)
    rules = rules_of(slug)
    game = create_game(
        user,
        NewGame(
            slug,
            _training_name(rules.meta.title),
            options,
            seats,
            kind=Game.Kind.TRAINING,
            private=True,
            pace=Pace(kind="at_once"),
            spectators=Game.Spectators.CLOSED,
        ),
    )
    join_game(game, user, user.username, arms=user.arms)
    for _missing in range(seats - 1):
        add_bot(game, bot)
    return start_game(game)


def _training_name(title: str) -> str:
    """« Entraînement à Theopolis », « Entraînement aux Missionnaires »."""
    if title.startswith("Les "):
        return _("Entraînement aux %(title)s") % {"title": title.removeprefix("Les ")}
    return _("Entraînement à %(title)s") % {"title": title}


@transaction.atomic
def start_hotseat(
    user: User,
    slug: str,
    options: dict[str, Any],
    names: list[str],
    seats: int | None = None,
    *,
    bot: str = "",
) -> Game:
    """Several people around one screen: one account holds the seats of all of them, automata the others."""
    require_room_for_solo(user, Game.Kind.HOTSEAT)
    rules = rules_of(slug)
    game = create_game(
        user,
        NewGame(
            slug,
            _("%(title)s à un seul écran") % {"title": rules.meta.title},
            options,
            seats or len(names),
            kind=Game.Kind.HOTSEAT,
            private=True,
            pace=Pace(kind="at_once"),
            spectators=Game.Spectators.CLOSED,
        ),
    )
    for name in names:
        join_game(game, user, name)
    for _missing in range(game.seats_wanted - len(names)):
        add_bot(game, bot)
    return start_game(game)


def put_away(game: Game, user: User) -> None:
    """What somebody played alone is closed when he has done with it; it leaves his list and nobody else knew
    of it."""
    if not game.is_solo or game.creator_id != user.pk:
        raise Refusal(_("On ne range que ce que l’on joue seul."))
    going = Game.objects.filter(pk=game.pk).exclude(status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
    going.update(status=Game.Status.CANCELLED, ended_at=database_now())


def _arms_of(game: Game, user: User) -> str:
    """Those under which the site shows the player; around one screen each seat receives its own."""
    return "" if game.kind == Game.Kind.HOTSEAT else str(from_seed(user.username))


def _sit(game: Game, name: str, *, user: User | None = None, bot: str = "", arms: str = "") -> Seat:
    if game.seats.count() >= game.seats_wanted:
        raise Refusal(_("La table est complète."))
    number = (game.seats.aggregate(last=Max("number"))["last"] if game.seats.exists() else -1) + 1
    name = clean_name(name)
    try:
        with transaction.atomic():
            seat = Seat.objects.create(
                game=game,
                number=number,
                name=name,
                user=user,
                bot=bot,
                arms=arms or _arms_for(game, name),
            )
    except IntegrityError:
        raise _taken(name) from None
    stir(game)
    return seat


def stir(game: Game) -> None:
    """Somebody came or went: whoever looks sees it, and the table is not forsaken."""
    Game.objects.filter(pk=game.pk).update(stirred_at=database_now())
    announce(game_topic(game.code), lobby=1)


def _arms_for(game: Game, name: str) -> str:
    """For someone who brings none: arms that the map shows apart from those at the table."""
    taken = []
    for text in game.seats.values_list("arms", flat=True):
        with contextlib.suppress(ArmsError):
            taken.append(parse(text))
    return str(unlike(taken, f"{game.code}:{name}"))


def clean_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= 40:
        raise Refusal(_("Un nom a de 1 à 40 caractères."))
    return name


def require_free_name(game: Game, name: str) -> None:
    if game.seats.filter(name__iexact=name).exists():
        raise _taken(name)


def _taken(name: str) -> Refusal:
    return Refusal(_("« %(name)s » est déjà pris à cette table : choisissez un autre nom.") % {"name": name})


def _lock_gathering(game: Game) -> Game:
    locked = Game.objects.select_for_update(of=("self",)).get(pk=game.pk)
    if locked.status != Game.Status.GATHERING:
        raise Refusal(_("Cette partie a déjà commencé."))
    return locked


def _renumber(game: Game) -> None:
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number != number:
            Seat.objects.filter(pk=seat.pk).update(number=number)


BOT_NAMES = (
    "Aldric Aubry Bérenger Clotilde Drogon Ermengarde Foulques Guibert Hildegarde Isabeau Josselin "
    "Lothaire Mahaut Norbert Odon "
    "Pernelle Quentin Raimbaud Sigebert Théodrade Urbain Viviane Wandrille Yolande Adalbert Brunehaut "
    "Clovis Douce Enguerrand "
    "Frédégonde Gontran Hermine Imbert Jehanne Lambert Mélisende Nicolette Othon Philippa Renaud Sibylle "
    "Tancrède Ursule Vauquelin "
    "Alix Baudouin Cunégonde Dagobert Élinor Fulbert Gisèle Hugues Iseult Jourdain Liégeard Mathilde "
    "Népomucène Oriane Pépin "
    "Roscelin Savary Thibaut Ulric Venance Walburge Ysengrin Agnès Bertrand Constance Denis Emma Ferry "
    "Geoffroy Héloïse Ivain "
    "Judith Léonore Manassès Noémie Olivier Perrin Radegonde Simon Tiphaine Urraque Vézian Ydoine "
    "Anselme Blanche Cyprien Diane "
    "Éric Flore Gauvain Hersende Jaufré Léger Marguerite Nivelon Ogier Pétronille Robert Sance Turold"
).split()


def _free_bot_name(game: Game) -> str:
    taken = {name.casefold() for name in game.seats.values_list("name", flat=True)}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    return free[int(game.code, 16) % len(free)] if free else f"Automate {len(taken) + 1}"
