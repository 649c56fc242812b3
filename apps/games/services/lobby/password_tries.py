"""Guesses at the password of a private table: so many an hour for each person, then the door stays shut a
while."""

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.games.models import Game
from apps.games.problems import Refusal

MOST, WINDOW = 10, 3600  # guesses, seconds


class TooManyGuesses(Refusal):
    status = 429
    message = _(
        "Trop de mots de passe essayés à cette porte : attendez une heure, ou demandez le lien "
        "d’invitation à qui l’a ouverte."
    )


def require_few_guesses(game: Game, user: User) -> None:
    if cache.get(_key(game, user), 0) >= MOST:
        raise TooManyGuesses


def count_guess(game: Game, user: User) -> None:
    key = _key(game, user)
    cache.add(key, 0, WINDOW)
    try:
        cache.incr(key)
    except ValueError:  # it went out in between
        cache.set(key, 1, WINDOW)


def _key(game: Game, user: User) -> str:
    return f"guesses:{game.code}:{user.pk}"
