"""What is asked about mails: one's own, those that fail, and how each provider fares."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.courier.models import Attempt, Mail
from apps.courier.transport.providers import provider_named


def access_mail(user: User, code: str) -> Mail:
    """One's own mail, or 404."""
    mails = Mail.objects.visible_to(user).prefetch_related("tries").select_related("digest")
    return get_object_or_404(mails, code=code)


def mails_of(user: User) -> QuerySet[Mail]:
    return Mail.objects.visible_to(user).without_content()


def access_failing_mail(code: str) -> Mail:
    """One that fails, or did: since the page was drawn it may have left again. Never one that its reader does
    not want."""
    on_its_way = Mail.objects.filter(state__in=(Mail.State.WAITING, Mail.State.SENDING, Mail.State.SENT))
    return get_object_or_404((Mail.objects.failing() | on_its_way).without_content(), code=code)


def failing_mails(state: str = "") -> QuerySet[Mail]:
    """For referees, with the last answer; neither content nor subject: whom it fails matters, not what it
    says."""
    last = Attempt.objects.filter(mail=OuterRef("pk")).order_by("-at", "-pk")
    mails = Mail.objects.failing().without_content().select_related("user")
    if state:
        mails = mails.filter(state=state)
    return mails.annotate(
        last_answer=Subquery(last.values("answer")[:1]), last_code=Subquery(last.values("code")[:1])
    )


def failing_by_provider() -> list[tuple[str, dict[str, int]]]:
    """How many mails fail at each provider, by state."""
    rows = (
        Mail.objects.failing().order_by("provider").values_list("provider", "state").annotate(n=Count("pk"))
    )
    table: dict[str, dict[str, int]] = {}
    for provider, state, n in rows:
        table.setdefault(provider_named(provider).label, {})[state] = n
    return list(table.items())
