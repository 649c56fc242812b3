"""T19: every address of the gazettes for every role, in a public game, a private one, a delayed one and a
closed one."""

import pytest
from django.urls import get_resolver, reverse
from django.utils import timezone

from apps.games.models import Game
from apps.gazette.models import Article, Media
from apps.gazette.services import desk, writing
from tests.apps.gazette.conftest import picture_file, resolve_sealed

pytestmark = pytest.mark.django_db
ROLES = ("author", "player", "editor", "outsider", "moderator", "referee", "anonymous")
LOGIN = 302


@pytest.fixture
def people(alice, bob, charlie, make_user, moderator, referee):
    return {
        "author": alice,
        "player": bob,
        "editor": make_user("Edith"),
        "outsider": charlie,
        "moderator": moderator,
        "referee": referee,
        "anonymous": None,
    }


@pytest.fixture
def game(make_game, people):
    return make_game(players=[people["author"], people["player"], people["editor"]], options={"rounds": 9})


@pytest.fixture
def world(game, gazette, people, sent, draft):
    """One article in each state by the author; the editor holds the desk."""
    desk.volunteer(people["editor"], gazette, timezone.now())
    published = sent(people["author"], "Paru")
    resolve_sealed(game)
    hidden = sent(people["author"], "Caché")
    resolve_sealed(game)
    Article.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    waiting, unsent = sent(people["author"], "Sur le bureau"), draft(people["author"], "Brouillon")
    return {"published": published.pk, "hidden": hidden.pk, "waiting": waiting.pk, "draft": unsent.pk}


def statuses(as_user, people, address, method="get", data=None):
    return {
        role: getattr(as_user(user), method)(address, data or {}).status_code for role, user in people.items()
    }


def expected(*readers, login=False, other=404):
    """200 for the readers, 404 for the rest; someone unknown is sent to the door where an account is
    needed."""
    return {
        role: 200
        if role in readers or "all" in readers
        else LOGIN
        if login and role == "anonymous"
        else other
        for role in ROLES
    }


def at(game, name, *args):
    return reverse(f"gazette:{name}", args=[game.code, *args])


def test_reading_a_public_gazette(as_user, people, game, world):
    for name, args in (
        ("gazette", ()),
        ("archive", ()),
        ("feed", ()),
        ("issue", (1,)),
        ("paper", (1,)),
        ("article", (world["published"],)),
        ("sheet", (world["published"],)),
    ):
        assert statuses(as_user, people, at(game, name, *args)) == expected("all"), name
    assert statuses(as_user, people, reverse("gazette:index")) == expected("all")
    assert statuses(as_user, people, at(game, "issue", 99)) == expected()


def test_what_is_not_published_is_its_author_s_and_then_the_desk_s(as_user, people, game, world):
    assert statuses(as_user, people, at(game, "sheet", world["draft"])) == expected("author")
    assert statuses(as_user, people, at(game, "sheet", world["waiting"])) == expected(
        "author", "editor", "referee"
    )
    for state in ("draft", "waiting"):
        assert statuses(as_user, people, at(game, "article", world[state])) == expected()


def test_what_is_hidden_is_for_moderators(as_user, people, game, world):
    for name in ("article", "sheet"):
        assert statuses(as_user, people, at(game, name, world["hidden"])) == expected("moderator", "referee")


def test_the_author_s_table(as_user, people, game, world):
    assert statuses(as_user, people, at(game, "mine")) == expected("author", "player", "editor", login=True)
    assert statuses(as_user, people, at(game, "write")) == expected("author", "player", "editor", login=True)
    assert statuses(as_user, people, at(game, "edit", world["draft"])) == expected("author", login=True)
    for verb in ("remettre", "reprendre", "jeter", "signer", "n-importe-quoi"):
        others = {role: user for role, user in people.items() if role != "author"}
        found = statuses(as_user, others, at(game, "act", world["draft"], verb), "post")
        assert found == {role: LOGIN if role == "anonymous" else 404 for role in others}, verb
    assert Article.objects.get(pk=world["draft"]).state == "draft"


def test_the_desk(as_user, people, game, world):
    assert statuses(as_user, people, at(game, "desk")) == expected("editor", "referee", login=True)
    outside = {role: user for role, user in people.items() if role not in ("editor", "referee")}
    for address in (at(game, "arrange"), at(game, "give_back", world["waiting"])):
        found = statuses(as_user, outside, address, "post", {f"place-{world['waiting']}": "1", "note": "non"})
        assert found == {role: LOGIN if role == "anonymous" else 404 for role in outside}
    article = Article.objects.get(pk=world["waiting"])
    assert (article.state, article.place) == ("sent", None)
    assert statuses(as_user, {"editor": people["editor"]}, at(game, "give_back", world["draft"]), "post") == {
        "editor": 404
    }


def test_the_chair(as_user, people, game, world):
    outside = {role: people[role] for role in ("outsider", "moderator", "anonymous")}
    for verb in ("prendre", "quitter"):
        assert statuses(as_user, outside, at(game, "chair", verb), "post") == {
            "outsider": 404,
            "moderator": 404,
            "anonymous": LOGIN,
        }
    as_user(people["player"]).post(at(game, "chair", "prendre"))
    as_user(people["player"]).post(at(game, "chair", "quitter"))
    game.gazette.refresh_from_db()
    assert game.gazette.editor == people["editor"]
    as_user(people["referee"]).post(at(game, "chair", "quitter"))
    game.gazette.refresh_from_db()
    assert game.gazette.editor is None


def test_unmasking_is_for_a_referee_who_does_not_play(as_user, people, game, world, make_game):
    assert statuses(as_user, people, at(game, "unmask", world["published"])) == expected(
        "referee", login=True
    )
    assert statuses(as_user, people, at(game, "unmask", world["draft"])) == expected(login=True)
    seat = game.seats.get(user=people["player"])
    seat.user = people["referee"]
    seat.save()
    assert as_user(people["referee"]).get(at(game, "unmask", world["published"])).status_code == 404


def test_a_private_gazette_is_for_its_players(as_user, people, game, world):
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    inside = expected("author", "player", "editor", "referee")
    for name, args in (
        ("gazette", ()),
        ("archive", ()),
        ("feed", ()),
        ("issue", (1,)),
        ("paper", (1,)),
        ("article", (world["published"],)),
        ("sheet", (world["published"],)),
    ):
        assert statuses(as_user, people, at(game, name, *args)) == inside, name
    listed = as_user(people["outsider"]).get(reverse("gazette:index")).content.decode()
    assert game.code not in listed
    report = reverse("forums:report", args=["article", world["published"]])
    assert statuses(as_user, people, report) == {**inside, "anonymous": LOGIN}


def test_spectators_of_a_delayed_game_stay_behind(as_user, people, game, world):
    Game.objects.filter(pk=game.pk).update(spectators=Game.Spectators.DELAYED, spectator_delay=50)
    found = statuses(as_user, people, at(game, "issue", 1))
    assert found == expected("author", "player", "editor", "referee")
    assert "Paru" not in as_user().get(at(game, "gazette")).content.decode()
    assert "Paru" not in as_user().get(at(game, "feed")).content.decode()
    assert "Paru" not in as_user().get(reverse("gazette:index")).content.decode()
    assert as_user().get(at(game, "article", world["published"])).status_code == 404


def test_the_engine_s_column_is_kept_from_spectators_of_a_closed_game(as_user, people, game, world):
    Game.objects.filter(pk=game.pk).update(spectators=Game.Spectators.CLOSED)
    for name in ("issue", "paper"):
        assert "Dépêches" not in as_user().get(at(game, name, 1)).content.decode()
        assert "Dépêches" in as_user(people["player"]).get(at(game, name, 1)).content.decode()


def test_media_need_a_key_until_a_public_gazette_printed_them(as_user, people, game, gazette, sent):
    from apps.forums.pictures import encode
    from apps.gazette.addresses import key_of

    article = sent(people["author"], "Avec image", "![x](image:1)", pictures=(encode(picture_file()),))
    media = Media.objects.get(article=article)
    address = media.get_absolute_url()
    assert statuses(as_user, people, address) == expected()
    assert as_user().get(f"{address}?cle={key_of(media.code, timezone.now())}").status_code == 200
    assert as_user().get(f"{address}?cle={'0' * 32}").status_code == 404
    sheet = as_user(people["author"]).get(at(game, "sheet", article.pk)).content.decode()
    assert f"{address}?cle=" in sheet
    resolve_sealed(game)
    assert statuses(as_user, people, address) == expected("all")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert statuses(as_user, people, address) == expected()


def test_a_silenced_player_writes_no_article(as_user, people, game, moderator):
    from apps.forums.services.moderation import sanction

    sanction(moderator, people["author"], "mute", "Du calme", timezone.now())
    form = {
        "title": "Malgré tout",
        "source": "x",
        "rubric": "court",
        "mask": "anonymous",
        "format": "markdown",
    }
    assert as_user(people["author"]).post(at(game, "write"), form).status_code == 422
    assert not Article.objects.exists()


def test_every_address_is_asked_here():
    names = {pattern.name for pattern in get_resolver("apps.gazette.urls").url_patterns}
    asked = {
        "index",
        "media",
        "gazette",
        "archive",
        "feed",
        "issue",
        "paper",
        "article",
        "sheet",
        "unmask",
        "mine",
        "write",
        "edit",
        "act",
        "desk",
        "arrange",
        "chair",
        "give_back",
    }
    assert names == asked


def test_writing_twice_takes_back_and_saves_through_the_pages(as_user, people, game):
    client = as_user(people["author"])
    form = {
        "title": "Une rumeur",
        "source": "*Chut.*",
        "rubric": "court",
        "mask": "pen",
        "pen_name": "La Pie",
        "format": "markdown",
    }
    kept = client.post(at(game, "write"), {**form, "pictures": [picture_file()]})
    article = Article.objects.get()
    assert kept.url == at(game, "edit", article.pk)
    assert article.media.get().mark == "image:1"
    client.post(kept.url, {**form, "source": "![La reine](image:1)", "send": "1"})
    article.refresh_from_db()
    assert article.state == "sent"
    assert f'<img src="{article.media.get().get_absolute_url()}" alt="La reine"' in article.html
    client.post(at(game, "act", article.pk, "reprendre"))
    code = article.media.get().code
    client.post(at(game, "edit", article.pk), {**form, "dropped": [code]})
    article.refresh_from_db()
    assert (article.state, article.media.count()) == ("draft", 0)
    assert writing.MOST_PICTURES == 4
