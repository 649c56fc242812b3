"""The pages of the forums, walked as people walk them."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_the_index_shows_the_forums_of_ones_own_games_before_the_first_word(as_user, alice, charlie, stage):
    shown = [
        stage.get_absolute_url() in as_user(*who).get(reverse("forums:index")).content.decode()
        for who in ((alice,), (charlie,), ())
    ]
    assert shown == [True, False, False]


def test_a_preview_without_scripts_names_people_as_the_post_will(as_user, alice, bob, topic):
    data = {"key": "a" * 32, "voice": "player", "text": "Salut @Bob", "title": "Un sujet", "preview": "1"}
    for page in (f"/forums/sujet/{topic.pk}/repondre/", f"{topic.board.get_absolute_url()}nouveau/"):
        assert 'class="mention"' in str(as_user(alice).post(page, data).context["preview"])


def test_all_plain_pages_are_served(as_user, alice, bob, topic, moderator, open_topic, stage, talk):
    visitor, player, mod = as_user(), as_user(alice), as_user(moderator)
    for name in ("index", "search", "feed"):
        assert visitor.get(reverse(f"forums:{name}")).status_code == 200, name
    for name in (
        "index",
        "unread",
        "letters",
        "write",
        "drafts",
        "letter_settings",
        "waiting",
        "sanctions",
        "badge",
    ):
        assert player.get(reverse(f"forums:{name}")).status_code == 200, name
    for name in ("moderation", "moderation_log"):
        assert mod.get(reverse(f"forums:{name}")).status_code == 200, name
    for slug in (talk.slug, stage.slug):
        assert visitor.get(reverse("forums:board", args=[slug])).status_code == 200
        assert player.get(reverse("forums:new_topic", args=[slug])).status_code == 200
        assert visitor.get(reverse("forums:board_feed", args=[slug])).status_code == 200
    for client in (visitor, player, mod):
        assert client.get(topic.get_absolute_url()).status_code == 200
    assert player.get(reverse("forums:reply", args=[topic.pk]) + "?citer=1").status_code == 200
    assert visitor.get(reverse("forums:topic_feed", args=[topic.pk])).status_code == 200
    post = topic.posts.get()
    assert player.get(reverse("forums:edit", args=[post.pk])).status_code == 200
    assert visitor.get(reverse("forums:history", args=[post.pk])).status_code == 200
    assert as_user(bob).get(reverse("forums:report", args=["message", post.pk])).status_code == 200
    assert mod.get(reverse("forums:settle", args=[topic.pk])).status_code == 200
    assert mod.get(reverse("forums:moderated_player", args=["Alice"])).status_code == 200
    assert mod.get(reverse("forums:inquiry", args=[stage.game.code])).status_code == 200
    assert player.get(reverse("forums:write") + f"?game={stage.game.code}&seat=1").status_code == 200
    assert player.get(reverse("forums:write") + "?referee=1").status_code == 200
    assert player.get(reverse("games:game", args=[stage.game.code])).status_code == 200
