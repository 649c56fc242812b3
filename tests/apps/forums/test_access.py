"""T19: every address of the forums × every role × own and foreign objects. What one may not see is not
there."""

import pytest
from django.urls import get_resolver, reverse
from django.utils import timezone

from apps.forums.models import LetterDraft, Notice
from apps.forums.reportable import find
from apps.forums.services import letters, moderation
from apps.forums.services.boards import board_of

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "alice", "bob", "charlie", "moderator", "referee")
ALL, SIGNED, PLAYERS = (
    (200,) * 6,
    (302, *(200,) * 5),
    (404, 200, 200, 404, 404, 200),
)  # referees see every game
ASKED_IN, NOBODY_ELSE = (302, 200, 200, 404, 404, 200), (302, 200, 404, 404, 404, 404)
MODERATORS = (404, 404, 404, 404, 200, 200)
POST_ONLY = (405,) * 6
POST_SIGNED = (302, *(405,) * 5)
POST_MODERATORS = (404, 404, 404, 404, 405, 405)

# name, which object, what a GET answers to each role. Alice wrote everything private; Bob sits at her table
# and is her correspondent; Charlie is an outsider.
ROWS = [
    ("index", None, ALL),
    ("unread", None, SIGNED),
    ("search", None, ALL),
    ("mark_read", None, POST_SIGNED),
    ("feed", None, ALL),
    ("preview", None, POST_SIGNED),
    ("picture", "picture", PLAYERS),
    ("of_game", "game", (404, 302, 302, 404, 404, 302)),
    ("board", "board", PLAYERS),
    ("board", "public_board", ALL),
    ("new_topic", "board", ASKED_IN),
    ("new_topic", "public_board", SIGNED),
    ("follow_board", "board", POST_SIGNED),
    ("close_board", "board", POST_SIGNED),
    ("board_feed", "board", PLAYERS),
    ("topic", "topic", PLAYERS),
    ("topic", "public_topic", ALL),
    ("reply", "topic", ASKED_IN),
    ("vote", "topic", POST_SIGNED),
    ("follow_topic", "topic", POST_SIGNED),
    ("topic_feed", "topic", PLAYERS),
    (
        "settle",
        "topic",
        (404, 404, 404, 404, 404, 200),
    ),  # a moderator outside a private game is an outsider there
    ("settle", "public_topic", MODERATORS),
    ("post", "post", (404, 302, 302, 404, 404, 302)),
    ("edit", "post", (302, 200, 404, 404, 404, 200)),
    ("edit", "public_post", (302, 200, 404, 404, 200, 200)),
    ("history", "post", PLAYERS),
    ("hide_post", "post", POST_MODERATORS),
    ("letters", None, SIGNED),
    ("write", None, SIGNED),
    ("drafts", None, SIGNED),
    ("discard", "draft", POST_SIGNED),
    ("letter_settings", None, SIGNED),
    ("conversation", "letter", (302, 200, 200, 404, 404, 404)),
    ("letter_act", "letter_act", POST_SIGNED),
    ("waiting", None, SIGNED),
    ("badge", None, SIGNED),
    ("all_read", None, POST_SIGNED),
    ("open_notice", "notice", POST_SIGNED),
    ("report", "reported_post", (302, 200, 200, 404, 404, 200)),
    ("report", "reported_letter", (302, 200, 200, 404, 404, 404)),
    ("sanctions", None, SIGNED),
    ("appeal", "sanction", POST_SIGNED),
    ("moderation", None, MODERATORS),
    ("moderation_log", None, MODERATORS),
    ("moderated_player", "name", MODERATORS),
    ("act_on_sanction", "sanction_act", POST_MODERATORS),
    ("inquiry", "game", MODERATORS),
    ("report_page", "a_report", MODERATORS),
    ("act_on_report", "report_act", POST_MODERATORS),
]
# name, object, data, what a POST answers to a stranger (Charlie) and to nobody (302: asked to enter).
FOREIGN_POSTS = [
    ("new_topic", "board", {"title": "Intrus"}),
    ("follow_board", "board", {"suivre": "1"}),
    ("close_board", "board", {"clore": "1"}),
    ("reply", "topic", {"text": "intrus"}),
    ("vote", "topic", {"option": "1"}),
    ("follow_topic", "topic", {"suivre": "1"}),
    ("edit", "public_post", {"text": "intrus"}),
    ("settle", "topic", {"hide": "1"}),
    ("hide_post", "public_post", {}),
    ("discard", "draft", {}),
    ("conversation", "letter", {"text": "intrus"}),
    ("letter_act", "letter_act", {}),
    ("open_notice", "notice", {}),
    ("report", "reported_letter", {"reason": "spam"}),
    ("appeal", "sanction", {"words": "intrus"}),
    ("moderated_player", "name", {"kind": "ban", "reason": "intrus"}),
    ("act_on_sanction", "sanction_act", {}),
    ("inquiry", "game", {"words": "intrus"}),
    ("act_on_report", "report_act", {"words": "intrus"}),
]
HIDDEN_ROOMS = ("settle", "hide_post", "moderated_player", "act_on_sanction", "inquiry", "act_on_report")


@pytest.fixture
def objects(alice, bob, moderator, make_game, open_topic):
    from apps.forums.pictures import Encoded

    game = make_game(private=True)
    board, now = board_of(game), timezone.now()
    topic = open_topic(board=board, pictures=(Encoded(b"RIFF", 1, 1),))
    public = open_topic()
    post, letter = topic.posts.get(), letters.send(alice, letters.NewLetter("players", "s", "t", [bob]), now)
    draft = LetterDraft.objects.create(user=alice, kind="players")
    report = moderation.report(bob, find("message", public.posts.get().pk), "spam", "", now)
    sanction = moderation.sanction(moderator, alice, "warning", "r", now)
    return {
        "game": [game.code],
        "board": [board.slug],
        "public_board": [public.board.slug],
        "topic": [topic.pk],
        "public_topic": [public.pk],
        "post": [post.pk],
        "public_post": [public.posts.get().pk],
        "picture": [post.pictures.get().code],
        "letter": [letter.code],
        "letter_act": [letter.code, "archiver"],
        "draft": [draft.pk],
        "notice": [Notice.objects.filter(user=bob).first().pk],
        "reported_post": ["message", post.pk],
        "reported_letter": ["lettre", letter.messages.get().pk],
        "sanction": [sanction.pk],
        "sanction_act": [sanction.pk, "lever"],
        "name": ["Alice"],
        "a_report": [report.pk],
        "report_act": [report.pk, "classer"],
        None: [],
    }


def test_every_address_answers_each_role_as_the_table_says(
    objects, as_user, alice, bob, charlie, moderator, referee
):
    people = dict(zip(ROLES, (None, alice, bob, charlie, moderator, referee), strict=True))
    clients = {role: as_user(person) for role, person in people.items()}
    wrong = []
    for name, what, expected in ROWS:
        url = reverse(f"forums:{name}", args=objects[what])
        for role, status in zip(ROLES, expected, strict=True):
            answer = clients[role].get(url).status_code
            if answer != status:
                wrong.append(f"{name} {what} {role}: {answer} instead of {status}")
    assert wrong == []


def test_no_stranger_changes_anything(objects, as_user, charlie):
    wrong = []
    for name, what, data in FOREIGN_POSTS:
        url = reverse(f"forums:{name}", args=objects[what])
        nobody = 404 if name in HIDDEN_ROOMS else 302
        answers = (as_user(charlie).post(url, data).status_code, as_user().post(url, data).status_code)
        if answers != (404, nobody):
            wrong.append(f"{name} {what}: {answers}")
    assert wrong == []


def test_the_table_names_every_address(db):
    known = {pattern.name for pattern in get_resolver("apps.forums.urls").url_patterns}
    assert known - {name for name, _what, _expected in ROWS} == set()
