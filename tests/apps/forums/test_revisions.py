"""Former versions of a post: a page at a time, so many of one post, so many edits of one account; the typed
text stays."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.forums.models import Revision
from apps.forums.services import flood, posting
from apps.site.limits import REVISIONS_A_PAGE, REVISIONS_A_POST
from tests.pages import words

pytestmark = pytest.mark.django_db


def changed(post, times, by=None):
    """The post as if its author had changed it that often, a minute apart, two days ago."""
    then = timezone.now() - timedelta(days=2)
    Revision.objects.bulk_create(
        Revision(
            post=post,
            text=f"Ancienne **version** {n}.",
            written_at=then + timedelta(minutes=n),
            replaced_at=then + timedelta(minutes=n + 1),
            by=by or post.author,
        )
        for n in range(times)
    )


def shown(client, post, page=1):
    return client.get(reverse("forums:history", args=[post.pk]), {"page": page})


def numbers(answer):
    return [int(revision.text.rsplit(maxsplit=1)[1].strip(".")) for revision in answer.context["page"]]


def test_versions_are_rendered_a_page_at_a_time(as_user, topic):
    post = topic.posts.get()
    changed(post, 25)
    pages = [shown(as_user(), post, page) for page in (1, 2, 3)]
    assert [numbers(page) for page in pages] == [
        list(range(24, 14, -1)),
        list(range(14, 4, -1)),
        [4, 3, 2, 1, 0],
    ]
    assert [page.content.decode().count("Ancienne <strong>version</strong>") for page in pages] == [10, 10, 5]
    assert ["Version actuelle" in page.content.decode() for page in pages] == [True, False, False]


@pytest.mark.postgres
def test_a_page_of_versions_costs_the_same_at_one_and_at_a_hundred(as_user, topic):
    post = topic.posts.get()
    changed(post, 1)
    costs = []
    for more in (0, 99):
        changed(post, more)
        with CaptureQueriesContext(connection) as found:
            assert shown(as_user(), post).status_code == 200
        costs.append(len(found.captured_queries))
    assert costs[0] == costs[1]


def test_what_moderation_took_out_is_on_no_page_of_a_reader(as_user, topic, moderator):
    post = topic.posts.get()
    changed(post, 12)
    Revision.objects.filter(text="Ancienne **version** 1.").update(by=moderator)
    told = "ce qu’il disait auparavant ne se lit plus"
    first, second = (shown(as_user(), post, page) for page in (1, 2))
    assert (numbers(first), numbers(second)) == (
        list(range(11, 1, -1)),
        list(range(11, 1, -1)),
    )  # there is no second
    assert told in words(first.content.decode())
    assert [len(shown(as_user(moderator), post, page).context["page"]) for page in (1, 2)] == [
        REVISIONS_A_PAGE,
        2,
    ]
    Revision.objects.filter(text="Ancienne **version** 1.").update(by=topic.author)
    Revision.objects.filter(text="Ancienne **version** 0.").update(by=moderator)
    first, second = (shown(as_user(), post, page) for page in (1, 2))
    assert (len(numbers(first)), numbers(second)) == (10, [1])
    assert [told in words(page.content.decode()) for page in (first, second)] == [False, True]


def test_edits_of_one_account_are_limited_and_the_typed_text_stays(as_user, alice, topic):
    post, client = topic.posts.get(), as_user(alice)
    alice.date_joined = timezone.now() - timedelta(days=30)
    alice.save()
    most, *_rest = flood.LIMITS[Revision]
    for n in range(most):
        assert (
            client.post(reverse("forums:edit", args=[post.pk]), {"text": f"Version {n}"}).status_code == 302
        )
    refused = client.post(
        reverse("forums:edit", args=[post.pk]), {"text": "Celle de trop", "reason": "encore"}
    )
    post.refresh_from_db()
    assert (refused.status_code, post.text, post.revisions.count()) == (422, f"Version {most - 1}", most)
    page = refused.content.decode()
    assert "Vous écrivez très vite : reprenez dans quelques minutes. Votre texte est toujours là." in words(
        page
    )
    assert "Celle de trop</textarea>" in page
    assert 'value="encore"' in page


def test_edits_count_over_all_posts_and_are_free_again_later(alice, topic):
    now, (most, *_rest) = timezone.now(), flood.LIMITS[Revision]
    alice.date_joined = now - timedelta(days=30)
    alice.save()
    posts = [posting.write_post(topic, "Un mot", now, author=alice) for _n in range(most)]
    for post in posts:
        posting.edit_post(alice, post, "Un autre mot", now)
    with pytest.raises(flood.TooMuch):
        posting.edit_post(alice, topic.posts.get(number=1), "Un mot de trop", now)
    later = now + timedelta(minutes=11)
    assert (
        posting.edit_post(alice, topic.posts.get(number=1), "Un mot plus tard", later).text
        == "Un mot plus tard"
    )


def test_post_that_has_changed_a_hundred_times_changes_no_more_but_for_moderators(
    as_user, alice, moderator, topic
):
    post = topic.posts.get()
    changed(post, REVISIONS_A_POST)
    address = reverse("forums:edit", args=[post.pk])
    refused = as_user(alice).post(address, {"text": "La cent-unième"})
    assert refused.status_code == 422
    assert "Ce message a déjà changé 100 fois : il ne change plus." in words(refused.content.decode())
    assert "La cent-unième</textarea>" in refused.content.decode()
    assert post.revisions.count() == REVISIONS_A_POST
    posting.edit_post(moderator, post, "Retiré.", timezone.now(), "un nom")
    post.refresh_from_db()
    assert (post.text, post.revisions.count()) == ("Retiré.", REVISIONS_A_POST + 1)
