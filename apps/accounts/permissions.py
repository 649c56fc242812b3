"""Who may act as referee or moderator: the role, and a second factor. To everybody else such pages do not
exist."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from apps.accounts.models import Person, Role, User
from apps.accounts.queries import has_second_factor, protected_accounts, with_second_factor

View = Callable[..., HttpResponse]


def can_referee(user: Person) -> bool:
    return _bears(user, "is_referee") and has_second_factor(user)


def acting_referees() -> QuerySet[User]:
    """All of whom `can_referee` is true: the role alone opens nothing."""
    return protected_accounts().filter(role=Role.REFEREE)


def acting_moderators() -> QuerySet[User]:
    """All of whom `can_moderate` is true."""
    return protected_accounts().filter(role__in=(Role.MODERATOR, Role.REFEREE))


def can_referee_among(people: Iterable[User]) -> set[int]:
    """The ids of those who may act as referees, in one query."""
    return with_second_factor(person.pk for person in people if _bears(person, "is_referee"))


def members_among(people: Iterable[User]) -> set[int]:
    """The ids of those who are members or moderate, in one query: the association's board is theirs."""
    people = list(people)
    acting = with_second_factor(person.pk for person in people if _bears(person, "is_moderator"))
    return acting | {person.pk for person in people if person.is_member_on(timezone.localdate())}


def can_moderate(user: Person) -> bool:
    """A referee may do whatever a moderator may."""
    return _bears(user, "is_moderator") and has_second_factor(user)


def can_administer(user: Person) -> bool:
    return _bears(user, "is_staff") and has_second_factor(user)


def is_member(user: Person) -> bool:
    """Supporting member today (rulebook §9): may create private games and join Moyen-Orient games. Whoever
    acts as referee is one by right."""
    return user.is_authenticated and (user.is_member_on(timezone.localdate()) or can_referee(user))


def referee_required(view: View) -> View:
    return _role_required(view, "is_referee")


def moderator_required(view: View) -> View:
    return _role_required(view, "is_moderator")


def explain_second_factor(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/second_factor_needed.html", status=403)


def _role_required(view: View, role: str) -> View:
    @wraps(view)
    def gate(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _bears(request.user, role):
            raise Http404
        if not has_second_factor(request.user):
            return explain_second_factor(request)
        return view(request, *args, **kwargs)

    return gate


def _bears(user: Person, role: str) -> bool:
    return user.is_authenticated and user.is_active and getattr(user, role)
