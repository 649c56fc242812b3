"""Writing, the desk, the press: everything comes out together, with the turn."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.models import Mail
from apps.forums.models import Notice
from apps.games.engine.positions import state_of
from apps.games.models import Game, RefereeAct
from apps.games.problems import Refusal
from apps.games.table import presentation
from apps.gazette import queries
from apps.gazette.models import Article, Gazette, Issue
from apps.gazette.services import desk, press, writing
from apps.gazette.services.press import MOST_NEWS
from apps.gazette.services.writing import Copy
from tests.apps.gazette.conftest import finish, resolve_sealed

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
State = Article.State


def test_nothing_appears_before_the_turn_and_everything_with_it(game, alice, bob, sent, as_user):
    one, two = sent(alice, "La une d’Alice"), sent(bob, "La une de Bob")
    reader = as_user()
    before = reader.get(reverse("gazette:gazette", args=[game.code])).content.decode()
    assert "La une" not in before
    step = resolve_sealed(game)
    issue = Issue.objects.get(gazette__game=game)
    assert issue.published_at == step.resolved_at
    assert set(issue.articles.values_list("pk", flat=True)) == {one.pk, two.pk}
    after = reader.get(reverse("gazette:gazette", args=[game.code])).content.decode()
    assert "La une d’Alice" in after
    assert "La une de Bob" in after


def test_the_engine_s_column_holds_public_sentences_only(game):
    """Bob's card is drawn in secret: the column says that he drew, never what."""
    step = resolve_sealed(game)
    issue = Issue.objects.get(gazette__game=game)
    position = state_of(game, step)
    steps = game.steps.resolved().filter(n__gt=0).order_by("n")
    public = [event for one in steps for event in one.events_for(None)]
    tell = presentation.of(game.slug).public_news
    assert issue.news == tell(game, public, position, MOST_NEWS)
    secret = [event for one in steps for event in one.all_events() if event.audience is not None]
    assert not set(issue.news) & set(tell(game, secret, position, MOST_NEWS))


def test_a_draft_is_never_printed(game, alice, draft):
    article = draft(alice)
    resolve_sealed(game)
    article.refresh_from_db()
    assert article.state == State.DRAFT


def test_published_articles_keep_no_instant_of_their_own(printed, alice):
    article = printed(alice)
    assert (article.sent_at, article.withdrawn_at) == (None, None)


def test_composed_issue_follows_the_desk_and_forgets_nobody(game, gazette, alice, bob, sent):
    desk.volunteer(alice, gazette, timezone.now())
    desk.settle(
        alice,
        gazette,
        {
            "name": "Le Héraut",
            "motto": "",
            "mode": "composed",
            "next_headline": "Guerre !",
            "next_editorial": "Nous.",
        },
    )
    chosen, left = sent(bob, "Choisi"), sent(alice, "Laissé")
    desk.arrange(alice, gazette, {chosen.pk: 1, left.pk: None})
    resolve_sealed(game)
    issue = Issue.objects.get(gazette__game=game, number=1)
    assert (issue.headline, issue.editorial) == ("Guerre !", "Nous.")
    assert [article.title for article in issue.articles.order_by("place")] == ["Choisi"]
    found = Gazette.objects.get(game=game)
    assert (found.next_headline, found.next_editorial) == ("", "")
    left.refresh_from_db()
    assert (left.state, left.passed) == (State.SENT, 1)
    resolve_sealed(game)
    resolve_sealed(game)
    left.refresh_from_db()
    assert left.state == State.PUBLISHED  # the desk slept twice: nobody can block a table


@pytest.mark.parametrize("place", ["0", "100", "deux", "-1"])
def test_a_place_that_is_no_number_is_refused_and_nothing_moves(
    game, gazette, alice, bob, sent, as_user, place
):
    first, second = sent(bob, "Premier"), sent(bob, "Second")
    desk.volunteer(alice, gazette, timezone.now())
    desk.arrange(alice, gazette, {first.pk: 2, second.pk: 1})
    form = {f"place-{first.pk}": "1", f"place-{second.pk}": place}
    page = (
        as_user(alice).post(reverse("gazette:arrange", args=[game.code]), form, follow=True).content.decode()
    )
    assert "« Second » : une place est un nombre de 1 à 99" in page
    assert dict(Article.objects.values_list("title", "place")) == {"Premier": 2, "Second": 1}


def test_the_order_of_the_desk_then_of_the_salt(game, gazette, alice, bob, sent):
    articles = [sent(alice if n % 2 else bob, f"Article {n}") for n in range(5)]
    desk.volunteer(alice, gazette, timezone.now())
    desk.arrange(alice, gazette, {articles[3].pk: 1})
    resolve_sealed(game)
    salt = bytes(Gazette.objects.get(game=game).salt)
    rest = sorted(
        (one for one in articles if one is not articles[3]), key=lambda one: press.shuffle_key(salt, one.pk)
    )
    shown = list(
        Issue.objects.get(gazette__game=game).articles.order_by("place").values_list("pk", flat=True)
    )
    assert shown == [articles[3].pk, *(one.pk for one in rest)]


def test_the_desk_gives_back_with_a_word(game, gazette, alice, bob, sent):
    desk.volunteer(alice, gazette, timezone.now())
    article = sent(bob, "Trop long")
    with pytest.raises(Refusal):
        desk.give_back(alice, gazette, article, " ", timezone.now())
    desk.give_back(alice, gazette, article, "Coupez-en la moitié.", timezone.now())
    article.refresh_from_db()
    assert (article.state, article.note, article.sent_at) == (State.REFUSED, "Coupez-en la moitié.", None)
    assert [notice.user for notice in Notice.objects.filter(key=f"returned:{article.pk}")] == [bob]
    writing.send(bob, article, timezone.now())
    article.refresh_from_db()
    assert (article.state, article.note) == (State.SENT, "")


def test_the_box_of_the_desk_is_emptied_at_midnight_and_with_the_turn(game, gazette, alice, draft):
    article = draft(alice)
    now = timezone.now()
    writing.send(alice, article, now)
    found = queries.gazette_or_new(game)
    assert not queries.on_desk(found).exists()
    Article.objects.filter(pk=article.pk).update(
        sent_at=timezone.localtime(now).replace(hour=0, minute=0, second=0) - timedelta(seconds=1)
    )
    assert queries.on_desk(found).get() == article


def test_taking_back_throwing_away_and_limits(game, gazette, alice, draft, sent):
    article = sent(alice)
    with pytest.raises(Refusal):
        writing.save_article(alice, gazette, Copy("Autre", "texte"), timezone.now(), article)
    writing.take_back(alice, article, timezone.now())
    writing.settle_withdrawn(article.gazette, timezone.now() + timedelta(days=1))
    writing.discard(alice, article)
    assert not Article.objects.exists()
    for n in range(writing.MOST_SENT):
        sent(alice, f"Article {n}")
    extra = draft(alice, "De trop")
    with pytest.raises(Refusal):
        writing.send(alice, extra, timezone.now())


def test_pen_names_are_nobody_s_name_and_one_author_s(game, draft, alice, bob):
    for name in ("Sire Bob", "bob", "Le Roi", "SIRE ALICE"):
        with pytest.raises(Refusal):
            draft(alice, pen_name=name)
    draft(alice, pen_name="La Corneille")
    with pytest.raises(Refusal):
        draft(bob, pen_name="la corneille")
    assert draft(alice, "Encore", pen_name="La Corneille").pen_name == "La Corneille"


def test_a_table_of_moves_prints_once_a_day(game, alice, sent):
    """Each move is a step there: an issue a move would point at whoever wrote between two moves."""
    from tests.apps.gazette.conftest import resolve_or_move

    sent(alice)
    resolve_or_move(game)
    assert not Issue.objects.filter(gazette__game=game).exists()
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(days=2))
    game.refresh_from_db()
    resolve_or_move(game)
    assert Issue.objects.filter(gazette__game=game).count() == 1


def test_solo_games_have_no_gazette(game, alice, as_user):
    Game.objects.filter(pk=game.pk).update(kind=Game.Kind.TRAINING)
    game.refresh_from_db()
    resolve_sealed(game)
    assert not Gazette.objects.exists()
    assert as_user(alice).get(reverse("gazette:gazette", args=[game.code])).status_code == 404


def test_a_fault_of_the_press_does_not_hold_up_the_turn(game, alice, sent, monkeypatch):
    article = sent(alice)
    monkeypatch.setattr(type(game.rules), "narrate", lambda *a: 1 / 0)
    step = resolve_sealed(game)
    assert step.status == "resolved"
    article.refresh_from_db()
    assert article.state == State.SENT
    monkeypatch.undo()
    resolve_sealed(game)
    article.refresh_from_db()
    assert article.state == State.PUBLISHED


def test_the_last_issue_holds_whatever_waited(game, gazette, alice, sent):
    desk.volunteer(alice, gazette, timezone.now())
    desk.settle(
        alice,
        gazette,
        {"name": "", "motto": "", "mode": "composed", "next_headline": "", "next_editorial": ""},
    )
    article = sent(alice)
    while article.state != State.PUBLISHED and not game.is_over:
        finish(game)
        article.refresh_from_db()
    assert article.state == State.PUBLISHED
    assert game.status == Game.Status.FINISHED


def test_authors_sign_when_the_game_is_over_and_not_before(game, alice, bob, printed, as_user):
    article = printed(alice, pen_name="La Corneille")
    with pytest.raises(Refusal):
        writing.sign(alice, article)
    finish(game)
    with pytest.raises(Article.DoesNotExist):
        writing.sign(bob, article)
    assert (
        as_user(alice).post(reverse("gazette:act", args=[game.code, article.pk, "signer"])).status_code == 302
    )
    article.refresh_from_db()
    assert (article.signed_name, article.signed_player) == ("Sire Alice", "Alice")
    page = as_user().get(reverse("gazette:article", args=[game.code, article.pk])).content.decode()
    assert "Signé Sire Alice (Alice)" in page
    assert "alias La Corneille" in page


def test_a_few_lines_are_set_in_one_column(game, alice, printed, as_user):
    """Spread over two, their first letter stood alone in the second."""
    short, long = printed(alice, "Bref", "Gare."), printed(alice, "Long", "Le roi dort. " * 200)
    for article, brief in ((short, True), (long, False)):
        sheet = as_user().get(reverse("gazette:sheet", args=[game.code, article.pk])).content.decode()
        assert ('class="body brief"' in sheet) == brief


def test_writing_ends_with_the_game(game, gazette, alice, draft, as_user):
    draft(alice)
    finish(game)
    with pytest.raises(Refusal):
        draft(alice)
    assert as_user(alice).get(reverse("gazette:mine", args=[game.code])).status_code == 200


def test_unmasking_is_logged_and_told_before_the_name_is_read(game, alice, bob, referee, printed, as_user):
    article = printed(bob, "Un libelle")
    address = reverse("gazette:unmask", args=[game.code, article.pk])
    client = as_user(referee)
    assert "Sire Bob" not in client.get(address).content.decode()
    assert client.post(address, {"words": "  "}).status_code == 422
    assert not RefereeAct.objects.exists()
    shown = client.post(address, {"words": "Menaces contre un joueur"}).content.decode()
    assert "Sire Bob" in shown
    act = RefereeAct.objects.get(game=game)
    assert (act.kind, act.actor, act.public) == (RefereeAct.Kind.UNMASK, referee, True)
    assert "Un libelle" in act.reason
    assert "Menaces contre un joueur" in act.reason
    assert "Bob" not in act.reason
    log = as_user(alice).get(reverse("gazette:archive", args=[game.code])).content.decode()
    assert "Menaces contre un joueur" in log
    assert "Sire Bob" not in log
    record = as_user(alice).get(reverse("games:about", args=[game.code])).content.decode()
    assert "a levé un masque de la gazette" in record
    assert "« Un libelle ». Menaces contre un joueur" in record
    told = Mail.objects.filter(key__startswith="referee:unmasked")
    assert {mail.user for mail in told} == {alice, bob}
    assert not any(b"Sire Bob" in bytes(mail.content) for mail in told if mail.user == alice)
    assert "Sire Bob" not in client.get(address).content.decode()
