"""Refusals of the host: what is wrong and what would be right, with the HTTP status that says the same."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.site.texts import LazyText
from engines.core.contract import BadOptions, Problem
from engines.core.texts import render


class Refusal(Exception):
    """A verb that was not carried out. Nothing was changed."""

    status = 409
    message: LazyText = _("Cette action n’est pas possible maintenant.")

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or str(self.message))

    @property
    def text(self) -> str:
        return str(self.args[0])


class StaleStep(Refusal):
    message = _(
        "La partie a avancé depuis que cette page a été affichée. Voici la position à jour : décidez à "
        "nouveau."
    )


class TooLate(Refusal):
    message = _("L’échéance est passée : les ordres sont scellés. Le bilan du tour arrive.")


class NotAsked(Refusal):
    status = 403
    message = _("Ce n’est pas à vous de décider maintenant.")


class SeatTaken(Refusal):
    message = _("Un remplaçant a pris ce siège : il décide désormais pour lui.")


class NotRunning(Refusal):
    message = _("Cette partie n’est pas en cours.")


class GameOver(NotRunning):
    """It asks nothing any more."""


class NothingToTakeBack(Refusal):
    message = _(
        "Ce coup ne se reprend plus : on reprend son propre dernier coup, tant que personne d’autre n’a "
        "joué et que rien n’a été tiré ni révélé."
    )


class TooManyRevisions(Refusal):
    status = 429
    message = _("Vous avez déjà scellé vos ordres deux cents fois ce tour-ci : la dernière version compte.")


class EngineFault(Refusal):
    status = 503
    message = _(
        "Le jeu n’a pas su appliquer ce coup : rien n’a changé et l’incident est noté. Essayez un autre "
        "coup, ou prévenez l’arbitre."
    )


class NotAnAction(Refusal):
    """What was sent is no decision of this game at all: nothing of it can be kept."""

    status = 400
    message = _("Ce qui a été envoyé n’est pas une décision de ce jeu : rechargez la page et recommencez.")


class IllegalAction(Refusal):
    """The engine's `check` found errors."""

    status = 422

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(render(problem.text, gettext) for problem in self.problems))


def require(problem: str) -> None:
    """Refuses for the reason given; an empty one is none."""
    if problem:
        raise Refusal(problem)


@contextmanager
def say_outcome(request: HttpRequest, done: LazyText = "") -> Iterator[None]:
    """What is said on the page that follows: `done`, or why the verb inside was refused."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, refusal.text)
    else:
        if done:
            messages.success(request, done)


@contextmanager
def refusal_on(form: BaseForm) -> Iterator[None]:
    """A refusal of the verb inside, or of the rules for its options, stands on the form that asked for it."""
    try:
        yield
    except (Refusal, BadOptions) as refusal:
        form.add_error(None, str(refusal))
