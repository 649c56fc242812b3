"""Search: whatever the accents and capitals, only what one may read; on PostgreSQL with stems and the best
answer first."""

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from apps.forums import queries
from apps.forums.models import Post
from apps.forums.services import moderation, posting
from apps.forums.services.boards import board_of
from apps.forums.services.posting import NewPost
from apps.site.folding import fold

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FULL_TEXT = {"postgresql": True, "sqlite": False}


def found(user, words, board=None):
    return [post.text for post in queries.search_posts(user, words, board)]


@pytest.fixture
def say(alice, topic):
    return lambda text, user=alice: posting.reply(user, topic, NewPost(text), timezone.now())


def test_folding_takes_accents_capitals_and_ligatures_away():
    assert fold("L’Épée du CŒUR, où ?") == "l'epee du coeur, ou ?"


@pytest.mark.parametrize("words", ["épée", "epee", "ÉPÉE", "Épee brisee"])
def test_accents_and_capitals_do_not_matter(say, bob, words):
    say("L’ÉPÉE brisée de Narvik")
    assert found(bob, words) == ["L’ÉPÉE brisée de Narvik"]


def test_every_word_must_be_there(say, bob):
    say("Le traité de Narvik")
    say("Le siège de Bergen")
    assert found(bob, "siège Narvik") == []
    assert found(bob, "traité Narvik") == ["Le traité de Narvik"]


def test_the_title_of_a_topic_finds_its_first_post_and_follows_a_new_name(moderator, bob, open_topic):
    topic = open_topic(title="Tournoi de printemps", text="Venez nombreux.")
    say_more = posting.reply(moderator, topic, NewPost("J’en suis."), timezone.now())
    assert found(bob, "tournoi") == ["Venez nombreux."]
    moderation.settle_topic(moderator, topic, timezone.now(), title="Joute d’été")
    assert (found(bob, "tournoi"), found(bob, "joute")) == ([], ["Venez nombreux."])
    posting.edit_post(moderator, say_more, "Je renonce.", timezone.now())
    assert (found(bob, "suis"), found(bob, "renonce")) == ([], ["Je renonce."])


def test_word_forms_are_one_word_where_the_database_knows_french(say, bob):
    say("Le cheval du roi chante")
    answers = {"postgresql": 1, "sqlite": 0}
    assert len(found(bob, "chevaux chantaient")) == answers[connection.vendor]
    assert len(found(bob, "cheval roi chante")) == 1


def test_the_best_answer_comes_first_where_the_database_ranks_and_the_newest_elsewhere(say, bob):
    say("Alliance, alliance ! Que notre alliance dure.")
    say(
        "Rien à dire d’une alliance, si ce n’est que le temps est long, que la neige tombe et que le sel "
        "manque."
    )
    order = {"postgresql": ["Alliance", "Rien"], "sqlite": ["Rien", "Alliance"]}
    assert [text.split(",")[0].split()[0] for text in found(bob, "alliance")] == order[connection.vendor]


def test_marks_of_the_query_language_harm_nothing(say, bob):
    say("Le sel et le blé")
    for words in ("'); DROP", '"sel', "sel | & !", "-", "<script>", "((((", "a:*b", "%", "_ _"):
        found(bob, words)
    assert found(bob, '"le sel"' if FULL_TEXT[connection.vendor] else "le sel") == ["Le sel et le blé"]


def test_private_and_hidden_words_are_never_found_by_others(
    as_user, alice, bob, charlie, moderator, make_game, open_topic
):
    private = open_topic(board=board_of(make_game(private=True)), title="Complot", text="Le poison de Bergen")
    hidden = open_topic(user=moderator, title="Effacé", text="Le poison de Narvik")
    moderation.hide_post(moderator, hidden.posts.get(), "poison", timezone.now())
    gone = open_topic(user=moderator, title="Disparu", text="Le poison de Tromsø")
    moderation.hide_topic(moderator, gone, "poison", timezone.now())
    assert found(bob, "poison") == ["Le poison de Bergen"]
    assert found(charlie, "poison") == []
    for user in (None, charlie):
        for words in ("poison", "complot"):
            page = as_user(user).get(reverse("forums:search"), {"q": words})
            assert page.context["page"].paginator.count == 0
            assert "Bergen" not in page.content.decode()
    page = as_user(charlie).get(reverse("forums:search"), {"q": "poison", "tableau": private.board.slug})
    assert page.status_code == 404


def test_members_words_are_found_by_members(alice, bob, open_topic, moderator):
    from apps.forums.models import Board

    open_topic(user=moderator, board=Board.objects.get(slug="association"), text="Le trésorier démissionne")
    assert found(moderator, "trésorier") == ["Le trésorier démissionne"]
    assert found(bob, "trésorier") == []


def test_the_index_answers_where_there_is_one(say, bob):
    """PostgreSQL reads its index rather than every post; elsewhere there is none to read."""
    say("Le sel de Bergen")
    if not FULL_TEXT[connection.vendor]:
        assert "LIKE" in str(queries.search_posts(bob, "sel").query)
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = queries.matching(Post.objects.all(), "sel").explain()
    assert "posts_by_words" in plan


def test_extracts_are_words_without_marks_and_stay_text(as_user, say):
    say("**Narvik** tient le *gué*\n\n> `<script>window.__ran=1</script>` & co")
    shown = as_user().get(reverse("forums:search"), {"q": "narvik"}).content.decode()
    assert "<p><mark>Narvik</mark> tient le gué" in shown
    assert "&lt;script&gt;window.__ran=1&lt;/script&gt; &amp; co" in shown
    assert "<script>window" not in shown


def test_a_found_post_is_shown_where_the_words_stand_and_they_are_marked(as_user, say):
    """Not the beginning of a long tale; and nothing of it becomes HTML."""
    say("mot " * 200 + "l’Épée & le <b>pont</b> " + "fin " * 100)
    page = as_user().get(reverse("forums:search") + "?q=epee").content.decode()
    assert "mot … " not in page
    assert "<mark>l’Épée</mark> &amp; le &lt;b&gt;pont&lt;/b&gt; fin" in page
    assert page.count("fin fin") > 0


def test_a_search_without_an_answer_says_so(as_user, say):
    say("Bonjour")
    page = as_user().get(reverse("forums:search"), {"q": "licorne"}).content.decode()
    assert "0 message trouvé." in page
    assert "Rien ne répond à ces mots" in page
    assert "Écrivez au moins trois lettres." not in page
