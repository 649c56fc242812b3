"""Before the start: create, join, leave, put out, fill with bots, begin."""

import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.live.hub import announce_game
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


def new_game(
    slug: str,
    name: str,
    options: dict[str, Any],
    seats: int,
    *,
    pace: Pace | None = None,
    private: bool = False,
    password: str = "",
    early: bool | None = None,
    **fields: Any,
) -> Game:
    """A game as its creator chose it, not kept yet; whatever he did not say has a sensible value."""
    pace = pace or Pace()
    return Game(
        slug=slug,
        rules_version=rules_of(slug).meta.version,
        name=name,
        options=options,
        seats_wanted=seats,
        visibility=Game.Visibility.PRIVATE if private else Game.Visibility.PUBLIC,
        password=make_password(password) if password else "",
        pace_data=msgspec.to_builtins(pace),
        early=pace.kind in ("live", "hours", "at_once") if early is None else early,
        **fields,
    )


def create_game(creator: User, game: Game) -> Game:
    """It gathers its players from now on. The creator sits down separately, with `join_game`."""
    low, high = seats_allowed(game.rules, game.options)
    if not low <= game.seats_wanted <= high:
        raise Refusal(_("Avec ces options, il faut %(places)s.") % {"places": places(low, high)})
    game.creator = creator
    game.save()
    return game


@transaction.atomic
def open_table(creator: User, game: Game, seat_name: str, then: Callable[[Game], None]) -> Game:
    """A table with its creator seated, unless he leads it without playing; nothing is left of one that is
    refused."""
    require_room_for_table(creator)
    create_game(creator, game)
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


def add_bot(game: Game, level: str = "") -> Seat:
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
        return _sit(game, _free_bot_name(game), bot=level or levels[number % len(levels)])


def fill_with_bots(game: Game, level: str = "") -> None:
    for _missing in range(game.seats_wanted - game.seats.count()):
        add_bot(game, level)


def leave_game(game: Game, user: User) -> None:
    """Stand up before the start. A table whose host leaves goes on with another, or closes with nobody; a
    host who leads without sitting closes his while nobody sits there."""
    with transaction.atomic():
        game = _lock_gathering(game)
        alone = game.creator_id == user.pk and not game.seats.filter(user__isnull=False).exists()
        if not _stand_up(game, user) and not alone:
            raise Refusal(_("Vous n’êtes pas assis à cette table."))


def leave_all_games(user: User) -> None:
    """An account that retires leaves no table waiting for it."""
    for game in Game.objects.gathering().filter(Q(seats__user=user) | Q(creator=user)).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it may begin at this moment
            _stand_up(_lock_gathering(game), user)


def _stand_up(game: Game, user: User) -> bool:
    """Whether he sat there."""
    left, _each = game.seats.filter(user=user).delete()
    _renumber(game)
    _pass_on(game, user)
    stir(game)
    return bool(left)


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
    name = _training_name(rules_of(slug).meta.title)
    game = _create_solo(user, Game.Kind.TRAINING, slug, name, options, seats)
    join_game(game, user, user.username, arms=user.arms)
    fill_with_bots(game, bot)
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
    title = _("%(title)s à un seul écran") % {"title": rules_of(slug).meta.title}
    game = _create_solo(user, Game.Kind.HOTSEAT, slug, title, options, seats or len(names))
    for name in names:
        join_game(game, user, name)
    fill_with_bots(game, bot)
    return start_game(game)


def _create_solo(
    user: User, kind: Game.Kind, slug: str, name: str, options: dict[str, Any], seats: int
) -> Game:
    require_room_for_solo(user, kind)
    pace, closed = Pace(kind="at_once"), Game.Spectators.CLOSED
    game = new_game(slug, name, options, seats, kind=kind, private=True, pace=pace, spectators=closed)
    return create_game(user, game)


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
        raise _name_taken(name) from None
    stir(game)
    return seat


def stir(game: Game) -> None:
    """Somebody came or went: whoever looks sees it, and the table is not taken for abandoned."""
    Game.objects.filter(pk=game.pk).update(stirred_at=database_now())
    announce_game(game, lobby=1)


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
        raise _name_taken(name)


def _name_taken(name: str) -> Refusal:
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
