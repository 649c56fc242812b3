"""Editorials: reported, hidden and shown again like articles."""

import pytest
from django.urls import reverse

from apps.forums.models import ModeratorAct, Notice, Report
from apps.games.models import Game
from apps.gazette.models import Gazette, Issue

pytestmark = pytest.mark.django_db
WORDS = "Nous ne répondrons pas aux menaces du chapelain."


@pytest.fixture
def issue(printed, gazette, alice):
    """A printed issue that opens with the words of the desk."""
    article = printed(alice)
    Issue.objects.filter(pk=article.issue_id).update(editorial=WORDS)
    return Issue.objects.select_related("gazette__game").get(pk=article.issue_id)


@pytest.fixture
def page(issue):
    return reverse("gazette:issue", args=[issue.gazette.game.code, issue.number])


@pytest.fixture
def report_page(issue):
    return reverse("forums:report", args=["edito", issue.pk])


def report(client, report_page):
    client.post(report_page, {"reason": "insult", "words": "Voyez"})
    return Report.objects.get()


def test_editorial_offers_to_be_reported_to_those_who_have_an_account(as_user, page, report_page, bob):
    assert report_page in as_user(bob).get(page).content.decode()
    assert report_page not in as_user().get(page).content.decode()


def test_report_of_an_editorial_reaches_the_moderators_with_its_words_and_without_a_name(
    as_user, report_page, charlie, moderator, alice
):
    found = report(as_user(charlie), report_page)
    assert (found.target, found.about, found.excerpt) == ("edito", None, WORDS)
    assert list(Notice.objects.filter(kind="report").values_list("user__username", flat=True)) == ["Mathilde"]
    shown = as_user(moderator).get(reverse("forums:report_page", args=[found.pk])).content.decode()
    assert WORDS in shown
    assert "Alice" not in shown


def test_hidden_editorial_is_gone_for_readers_and_shown_again(
    as_user, page, issue, report_page, bob, moderator
):
    found = report(as_user(bob), report_page)
    act = reverse("forums:act_on_report", args=[found.pk, "cacher"])
    paper = reverse("gazette:paper", args=[issue.gazette.game.code, issue.number])
    as_user(moderator).post(act, {"words": "Une personne est visée."})
    for client in (as_user(bob), as_user()):
        assert WORDS not in client.get(page).content.decode()
        assert WORDS not in client.get(paper).content.decode()
        assert "Cet éditorial a été retiré par les aides de camp." in client.get(page).content.decode()
    assert as_user(bob).get(report_page).status_code == 404
    seen = as_user(moderator).get(page).content.decode()
    assert WORDS in seen
    assert "Une personne est visée." in seen
    as_user(moderator).post(act, {"hidden": "0"})
    assert WORDS in as_user(bob).get(page).content.decode()
    assert list(ModeratorAct.objects.order_by("pk").values_list("kind", flat=True)) == ["hide", "show"]


def test_who_may_not_read_an_issue_reports_nothing_of_it(as_user, issue, report_page, bob, charlie):
    game = Game.objects.filter(pk=issue.gazette.game_id)
    game.update(visibility=Game.Visibility.PRIVATE)
    assert (as_user(bob).get(report_page).status_code, as_user(charlie).get(report_page).status_code) == (
        200,
        404,
    )
    game.update(visibility=Game.Visibility.PUBLIC, spectators=Game.Spectators.DELAYED, spectator_delay=500)
    assert (as_user(bob).get(report_page).status_code, as_user(charlie).get(report_page).status_code) == (
        200,
        404,
    )


def test_issue_without_an_editorial_has_none_to_report(as_user, issue, report_page, bob):
    Issue.objects.filter(pk=issue.pk).update(editorial="")
    Gazette.objects.filter(pk=issue.gazette_id).update(next_editorial="Pas encore paru.")
    assert as_user(bob).get(report_page).status_code == 404
