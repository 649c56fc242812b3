"""No page, feed, export, ordering, id, timestamp or number of queries tells who wrote an article."""

import json
import re
import zoneinfo
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import retire_account
from apps.forums.reportable import find
from apps.gazette.hooks import exported_articles
from apps.gazette.models import Article, Gazette, Issue
from apps.gazette.queries import desk_cut
from apps.gazette.services import press, writing
from tests.apps.gazette.conftest import finish, resolve_sealed
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(make_game, alice, bob, charlie):
    return make_game(players=[alice, bob, charlie], options={"rounds": 8})


@pytest.fixture
def pair(game, sent, alice, bob):
    """Two articles of the same words, one by Alice and one by Bob, in one issue."""
    sent(alice, "Même titre", "Même texte.")
    sent(bob, "Même titre", "Même texte.")
    resolve_sealed(game)
    return Article.objects.get(author=alice), Article.objects.get(author=bob)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
def test_changing_ones_zone_shows_the_desk_nothing_of_the_hour_an_article_came(game, zone):
    now = timezone.now()
    with timezone.override(zoneinfo.ZoneInfo(zone)):
        assert desk_cut(game, now) == now.astimezone(timezone.get_default_timezone()).replace(
            hour=0, minute=0, second=0, microsecond=0
        )


def pages_of(game, article):
    names = [("article", article.pk), ("sheet", article.pk), ("issue", 1), ("paper", 1)]
    return [reverse(f"gazette:{name}", args=[game.code, value]) for name, value in names]


def neutral(text, article):
    """The page without what must differ: its own number, its place and the tokens of the form."""
    text = (
        text.replace(str(article.pk), "N")
        .replace(f'id="a{article.place}"', "")
        .replace(f"#a{article.place}", "")
    )
    return re.sub(r'(csrf[^"]*"\s*(?:value=)?:?\s*)"[^"]+"', "", re.sub(r"X-CSRFToken[^}]+", "", text))


def test_pages_are_the_same_whoever_wrote(game, pair, as_user, charlie):
    for user in (None, charlie):
        client = as_user(user)
        for name in ("article", "sheet"):
            texts = {
                neutral(
                    client.get(reverse(f"gazette:{name}", args=[game.code, one.pk])).content.decode(), one
                )
                for one in pair
            }
            assert len(texts) == 1, name


def test_the_author_s_own_eyes_see_the_page_that_others_see(game, pair, as_user, alice):
    """No mark of ownership that a look over the shoulder, a cache or a screenshot could carry away."""
    client = as_user(alice)
    for name in ("article", "sheet"):
        texts = {
            neutral(client.get(reverse(f"gazette:{name}", args=[game.code, one.pk])).content.decode(), one)
            for one in pair
        }
        assert len(texts) == 1, name


def test_no_public_answer_names_an_author(game, pair, as_user, charlie):
    addresses = [reverse(f"gazette:{name}", args=[game.code]) for name in ("gazette", "archive", "feed")]
    addresses += [address for one in pair for address in pages_of(game, one)] + [reverse("gazette:index")]
    for address in addresses:
        text = as_user().get(address).content.decode()
        body = re.sub(r'<section class="(?:paper-story )?dispatches".*?</section>', "", text, flags=re.S)
        assert not re.search(r"\b(Alice|Bob)\b", body), address


@pytest.mark.postgres
def test_queries_are_the_same_whoever_wrote_and_whoever_asks(game, pair, as_user, alice, bob):
    def queries(client, address):
        client.get(address)  # warm
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(address)
        return [re.sub(r"\d{6,}|'[^']*'|s\d+_x\d+", "?", query["sql"]) for query in seen.captured_queries]

    for user in (None, alice):
        client = as_user(user)
        for mine, theirs in zip(pages_of(game, pair[0]), pages_of(game, pair[1]), strict=True):
            assert queries(client, mine) == queries(client, theirs), mine
    joined = " ".join(queries(as_user(), reverse("gazette:issue", args=[game.code, 1])))
    assert '"author_id"' not in joined
    assert '"sent_at"' not in joined


@pytest.mark.postgres
def test_a_page_of_three_asks_no_more_than_a_page_of_one(make_game, alice, bob, as_user):
    from apps.gazette.queries import gazette_or_new

    counts = []
    for many in (1, 3):
        played = make_game(players=[alice, bob])
        shown = gazette_or_new(played)
        for n in range(many):
            article = writing.save_article(alice, shown, writing.Copy(f"Titre {n}", "texte"), timezone.now())
            writing.send(alice, article, timezone.now())
        resolve_sealed(played)
        client = as_user()
        client.get(reverse("gazette:issue", args=[played.code, 1]))
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("gazette:issue", args=[played.code, 1]))
        counts.append(len(seen))
    assert counts[0] == counts[1]
    assert counts[0] <= 7


def test_numbers_are_drawn_not_counted(draft, alice):
    numbers = [draft(alice, f"Article {n}").pk for n in range(12)]
    assert numbers != sorted(numbers)
    assert numbers != sorted(numbers, reverse=True)
    assert all(2**61 <= number < 2**62 for number in numbers)


def test_order_follows_neither_the_hour_nor_the_number():
    """Over many issues the place of the first to hand over is spread like chance."""
    salts = [n.to_bytes(16) for n in range(300)]
    numbers = [2**61 + n for n in range(4)]  # handed over in this order
    first = [
        sorted(numbers, key=lambda number, salt=salt: press.shuffle_key(salt, number)).index(numbers[0])
        for salt in salts
    ]
    assert all(45 <= first.count(place) <= 105 for place in range(4))  # 75 expected, ± 4 standard deviations


def test_everything_of_an_issue_bears_the_turn_s_instant(game, pair, as_user):
    issue = Issue.objects.get(gazette__game=game)
    feed = as_user().get(reverse("gazette:feed", args=[game.code])).content.decode()
    entries = feed.split("<entry>")[1:]
    stamps = {stamp for entry in entries for stamp in re.findall(r"<(?:published|updated)>([^<]+)<", entry)}
    assert len(entries) == 2
    assert len(stamps) == 1
    assert stamps.pop()[:19] == issue.published_at.isoformat()[:19]
    for one in pair:
        assert (one.sent_at, one.withdrawn_at) == (None, None)


def test_handing_over_early_or_late_changes_nothing_that_is_shown(game, sent, alice, bob, as_user):
    early, late = sent(alice, "Un"), sent(bob, "Deux")
    Article.objects.filter(pk=early.pk).update(sent_at=timezone.now() - timedelta(days=6))
    salt = bytes(Gazette.objects.get(game=game).salt)
    wanted = sorted((early, late), key=lambda one: press.shuffle_key(salt, one.pk))
    resolve_sealed(game)
    assert [one.pk for one in Issue.objects.get().articles.order_by("place")] == [one.pk for one in wanted]


def test_export_gives_one_s_own_articles_and_nobody_else_s(pair, alice, charlie):
    mine = exported_articles(alice)
    assert [row["titre"] for row in mine] == ["Même titre"]
    assert exported_articles(charlie) == []
    assert "Bob" not in json.dumps(mine)


def test_a_report_names_no_author(game, pair, as_user, charlie, moderator):
    found = find("article", pair[0].pk)
    assert found.about is None
    as_user(charlie).post(
        reverse("forums:report", args=["article", pair[0].pk]), {"reason": "insult", "words": "Voyez"}
    )
    from apps.forums.models import Report

    report = Report.objects.get()
    assert report.about is None
    page = as_user(moderator).get(reverse("forums:report_page", args=[report.pk])).content.decode()
    assert not re.search(r"\b(Alice|Sire Alice)\b", page)
    found.hide(moderator, "Insulte", timezone.now(), True)
    assert as_user().get(reverse("gazette:article", args=[game.code, pair[0].pk])).status_code == 404
    assert (
        "retiré par les aides de camp"
        in as_user().get(reverse("gazette:issue", args=[game.code, 1])).content.decode()
    )
    log = as_user(moderator).get(reverse("forums:moderation_log")).content.decode()
    assert not re.search(r"\b(Alice|Sire Alice)\b", log)


def test_the_desk_and_the_referee_s_desk_name_nobody(
    game, sent, draft, alice, bob, charlie, referee, as_user
):
    from apps.gazette.queries import gazette_or_new
    from apps.gazette.services import desk

    sent(alice, "Un libelle")
    draft(bob, "Jamais remis")
    desk.volunteer(charlie, gazette_or_new(game), timezone.now())
    for user in (charlie, referee):
        page = as_user(user).get(reverse("gazette:desk", args=[game.code])).content.decode()
        assert "Un libelle" in page
        assert "Jamais remis" not in page
        assert not re.search(r"\b(Alice|Bob)\b", page)


def test_leaving_the_site_removes_drafts_and_severs_the_rest(game, pair, sent, draft, alice, as_user):
    page = reverse("gazette:issue", args=[game.code, 1])
    waiting, unsent = sent(alice, "Attend"), draft(alice, "Brouillon")
    before = as_user().get(page).content.decode()
    retire_account(alice, timezone.now())
    assert not Article.objects.filter(pk=unsent.pk).exists()
    assert Article.objects.get(pk=waiting.pk).state == "sent"  # that it vanished would tell whose it was
    assert not Article.objects.filter(author=alice).exists()
    assert Article.objects.get(pk=pair[0].pk).seat is None
    after = as_user().get(page).content.decode()
    assert re.sub(r"X-CSRFToken[^}]+|csrfmiddlewaretoken[^>]+", "", after) == re.sub(
        r"X-CSRFToken[^}]+|csrfmiddlewaretoken[^>]+", "", before
    )


def test_the_administration_does_not_show_articles():
    from django.contrib import admin

    assert Article not in admin.site._registry


def test_signing_one_article_tells_nothing_of_the_others(game, pair, as_user, alice):
    finish(game)
    other = as_user().get(reverse("gazette:article", args=[game.code, pair[1].pk])).content.decode()
    writing.sign(alice, pair[0])
    after = as_user().get(reverse("gazette:article", args=[game.code, pair[1].pk])).content.decode()
    assert neutral(other, pair[1]) == neutral(after, pair[1])


def seen_by(client, address):
    """The page without the names of its readers, their tokens and what waits for them elsewhere."""
    text = client.get(address).content.decode()
    text = re.sub(r"(Sire )?\b(Alice|Bob)\b", "X", text)
    text = re.sub(
        r'<svg class="arms.*?</svg>|csrfmiddlewaretoken[^>]+|X-CSRFToken[^}]+', "", text, flags=re.S
    )
    text = re.sub(
        r"<updated>[^<]+</updated>", "", text, count=1
    )  # an empty feed is dated from when it is read
    return re.sub(r'id="waiting".*?</a>', "", text, flags=re.S)


def test_the_whole_newspaper_is_the_same_for_its_author_and_for_another_player(
    game, sent, as_user, alice, bob
):
    sent(alice, "Un libelle", pen_name="La Corneille")
    article = Article.objects.get()
    resolve_sealed(game)
    names = ("gazette", "archive", "feed")
    addresses = [reverse(f"gazette:{name}", args=[game.code]) for name in names]
    addresses += [*pages_of(game, article), reverse("gazette:index")]
    for address in addresses:
        assert seen_by(as_user(alice), address) == seen_by(as_user(bob), address), address


def test_handing_over_moves_nothing_that_others_could_watch(
    game, gazette, as_user, alice, bob, charlie, django_capture_on_commit_callbacks
):
    """No push, no notice, no number, no line anywhere until the turn."""
    watched = [reverse(f"gazette:{name}", args=[game.code]) for name in ("gazette", "archive", "feed")]
    watched += [
        reverse("gazette:index"),
        reverse("games:about", args=[game.code]),
        reverse("accounts:player", args=["Alice"]),
    ]
    watched += [reverse("forums:waiting")]
    before = [seen_by(as_user(bob), address) for address in watched]
    with django_capture_on_commit_callbacks() as callbacks:
        article = writing.save_article(alice, gazette, writing.Copy("Un libelle", "texte"), timezone.now())
        writing.send(alice, article, timezone.now())
    assert callbacks == []
    assert [seen_by(as_user(bob), address) for address in watched] == before


@pytest.mark.postgres
def test_taking_back_moves_nothing_on_the_desk_before_the_box_is_emptied(
    game, gazette, sent, as_user, alice, bob
):
    """An editor who watches the desk would otherwise read the minute at which an author was there."""
    from apps.gazette import queries
    from apps.gazette.services import desk

    article = sent(alice, "Un libelle")
    desk.volunteer(bob, gazette, timezone.now())
    page = reverse("gazette:desk", args=[game.code])
    before = seen_by(as_user(bob), page)
    as_user(alice).post(reverse("gazette:act", args=[game.code, article.pk, "reprendre"]))
    assert seen_by(as_user(bob), page) == before
    mine = as_user(alice).get(reverse("gazette:mine", args=[game.code])).content.decode()
    assert "Il redeviendra un brouillon quand la boîte sera relevée" in mine
    Article.objects.filter(pk=article.pk).update(
        withdrawn_at=timezone.now() - timedelta(days=1)
    )  # midnight passes
    assert not queries.on_desk(queries.gazette_or_new(game)).exists()
    mine = as_user(alice).get(reverse("gazette:mine", args=[game.code])).content.decode()
    assert reverse("gazette:act", args=[game.code, article.pk, "remettre"]) in mine
    assert as_user(alice).get(reverse("gazette:edit", args=[game.code, article.pk])).status_code == 200
    article.refresh_from_db()
    assert article.state == "sent"  # reading the pages wrote nothing
    text = {
        "title": "Un autre libelle",
        "source": "texte",
        "rubric": "court",
        "format": "markdown",
        "mask": "anonymous",
    }
    as_user(alice).post(reverse("gazette:edit", args=[game.code, article.pk]), text)
    article.refresh_from_db()
    assert (article.title, article.state) == ("Un autre libelle", "draft")
    assert (article.sent_at, article.withdrawn_at) == (None, None)


def test_what_was_taken_back_is_not_printed(game, sent, alice, bob):
    article, other = sent(alice, "Regretté"), sent(bob, "Assumé")
    writing.take_back(alice, article, timezone.now())
    resolve_sealed(game)
    article.refresh_from_db()
    assert article.state == "draft"
    assert [one.pk for one in Issue.objects.get().articles.all()] == [other.pk]


def test_from_the_box_an_article_comes_back_at_once(draft, alice):
    article, now = draft(alice), timezone.now()
    writing.send(alice, article, now)
    writing.take_back(alice, article, now)
    article.refresh_from_db()
    assert article.state == "draft"


def test_leaving_the_site_takes_the_player_s_name_off_what_was_signed(game, printed, as_user, alice):
    article = printed(alice, pen_name="La Corneille")
    finish(game)
    writing.sign(alice, article)
    retire_account(alice, timezone.now())
    for address in (*pages_of(game, article), reverse("gazette:feed", args=[game.code])):
        page = as_user().get(address).content.decode()
        body = re.sub(r'<section class="(?:paper-story )?dispatches".*?</section>', "", page, flags=re.S)
        assert "(Alice)" not in body, address
    assert "Signé Sire Alice, alias La Corneille" in words(
        as_user().get(pages_of(game, article)[0]).content.decode()
    )


def test_an_address_written_as_words_gets_no_key(game, gazette, as_user, alice, bob):
    """Whoever once saw a picture could otherwise make keys for it for ever, hidden or not."""
    code = "x" * 27
    words = (
        f'src="/gazettes/medias/{code}/" <a href="https://a.example/<img src=/gazettes/medias/{code}/">x</a>'
    )
    article = writing.save_article(alice, gazette, writing.Copy("Clé", words, format="html"), timezone.now())
    page = as_user(alice).get(reverse("gazette:sheet", args=[game.code, article.pk])).content.decode()
    assert code in page
    assert "?cle=" not in page


def test_the_profile_of_an_author_says_nothing_of_what_came_out(game, sent, as_user, alice, charlie):
    sent(alice, "Un libelle")
    resolve_sealed(game)
    article = Article.objects.get()
    page = reverse("accounts:player", args=["Alice"])
    wrote = seen_by(as_user(charlie), page)
    Article.objects.filter(pk=article.pk).update(author=charlie)
    assert seen_by(as_user(charlie), page) == wrote
    assert "libelle" not in wrote


def test_pictures_and_sounds_are_served_alike_whoever_sent_them(game, as_user, gazette, alice, bob):
    from apps.forums.pictures import encode
    from tests.apps.gazette.conftest import picture_file

    headers = []
    for author, colour in ((alice, "PNG"), (bob, "JPEG")):
        copy = writing.Copy("Vu", "![x](image:1)", pictures=(encode(picture_file(kind=colour)),))
        article = writing.save_article(author, gazette, copy, timezone.now())
        writing.send(author, article, timezone.now())
    resolve_sealed(game)
    for article in Article.objects.all():
        media = article.media.get()
        answer = as_user().get(media.get_absolute_url())
        assert re.fullmatch(r"gazette/[A-Za-z0-9_-]{20,40}(_\w+)?\.webp", media.file.name)
        headers.append(sorted(answer.headers))
    assert headers[0] == headers[1]
    assert not {"Last-Modified", "ETag", "X-Author"} & set(headers[0])


def test_the_referee_reads_and_composes_without_learning_who_wrote(game, pair, sent, alice, referee, as_user):
    """Every page of the referee but the logged act itself, the console included."""
    sent(alice, "Attend son tour")
    client = as_user(referee)
    addresses = [reverse(f"gazette:{name}", args=[game.code]) for name in ("desk", "gazette", "archive")]
    addresses += [reverse("gazette:unmask", args=[game.code, pair[0].pk])]
    addresses += pages_of(game, pair[0])
    for address in addresses:
        body = re.sub(
            r'<section class="(?:paper-story )?dispatches".*?</section>',
            "",
            client.get(address).content.decode(),
            flags=re.S,
        )
        assert not re.search(r"\b(Alice|Bob)\b", body), address


def test_no_other_app_reads_articles():
    """What does not import the article cannot join it to a person."""
    from pathlib import Path

    from django.conf import settings

    elsewhere = [
        path for path in Path(settings.BASE_DIR, "apps").rglob("*.py") if "gazette" not in path.parts
    ]
    readers = [path.name for path in elsewhere if "gazette.models" in path.read_text()]
    assert elsewhere
    assert readers == []
