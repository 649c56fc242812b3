"""A referee or moderator without a second factor is a plain player everywhere: the role alone opens
nothing."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Role
from apps.accounts.permissions import (
    acting_moderators,
    acting_referees,
    can_moderate,
    can_referee,
    is_member,
    members_among,
)
from apps.forums.models import Board, Notice
from apps.forums.models.letters import Participant
from apps.forums.services import letters, moderation
from apps.forums.services.telling import readers_among
from apps.games.forms import NewGameForm
from apps.games.models import Game
from apps.games.permissions import can_host, can_manage, is_its_referee
from engines.core.registry import rules_of
from tests.trust.addresses import Society, every_address, filled
from tests.trust.test_addresses import _status

pytestmark = pytest.mark.django_db


@pytest.fixture
def society(make_user):
    """One referee and one moderator who have no second factor, beside those who have."""
    made = Society(make_user)
    made.people["bare referee"] = make_user("Louis", role=Role.REFEREE)
    made.people["bare moderator"] = make_user("Margot", role=Role.MODERATOR)
    return made


@pytest.fixture
def table(society):
    """The table of Alice and Bob, watched over by the referee who has no second factor."""
    game = Game.objects.get(code=society.values["code"])
    game.referee = society.people["bare referee"]
    game.save(update_fields=["referee"])
    return game


@pytest.fixture
def complaint(society, table):
    """A letter of a player to the referee of the table."""
    seat = table.seats.get(user=society.people["player"])
    new = letters.NewLetter("referee", "Une injustice", "On me vole", [], game=table, seat=seat)
    return letters.send(society.people["player"], new, timezone.now())


@pytest.mark.parametrize("who", ["bare referee", "bare moderator"])
def test_every_address_answers_them_like_a_stranger(society, complaint, who):
    """Where a stranger finds nothing, they may also be told that a second factor is missing."""
    values = {
        **society.values,
        "forums:conversation:code": complaint.code,
        "forums:letter_act:code": complaint.code,
    }
    bare, plain = Client(raise_request_exception=False), Client(raise_request_exception=False)
    bare.force_login(society.people[who])
    plain.force_login(society.people["outsider"])
    different = {}
    for name, route in every_address():
        address = filled(route, name, values)
        for method in ("get", "post"):
            answers = _status(bare, method, address), _status(plain, method, address)
            if answers[0] != answers[1] and answers != ("403", "404"):
                different[name, method] = answers
    assert different == {}


def test_letters_to_the_referee_go_to_those_who_may_act(society, table, complaint):
    bare, acting = society.people["bare referee"], society.people["referee"]
    assert not Participant.objects.of(bare).exists()
    assert Participant.objects.of(acting).filter(is_desk=True, conversation=complaint).exists()
    told = set(Notice.objects.filter(key=f"letter:{complaint.code}").values_list("user", flat=True))
    assert told == {acting.pk}


def test_letters_come_back_with_the_second_factor(society, complaint):
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(society.people["bare referee"], "B" * 32)
    assert Participant.objects.of(society.people["bare referee"]).filter(conversation=complaint).exists()
    assert not Participant.objects.of(society.people["referee"]).filter(conversation=complaint).exists()


def test_nobody_is_offered_a_referee_who_may_not_act(society):
    form = NewGameForm(rules_of("enchere"), society.people["player"])
    assert list(form.referees.values()) == [society.people["referee"]]


def test_the_predicates_of_one_and_of_many_agree(society, make_user):
    for user in get_user_model().objects.all():
        assert can_referee(user) == acting_referees().filter(pk=user.pk).exists()
        assert can_moderate(user) == acting_moderators().filter(pk=user.pk).exists()
        assert (is_member(user) or can_moderate(user)) == bool(members_among([user]))


def test_the_role_alone_rules_no_table_and_no_board(society, table):
    referee, moderator = society.people["bare referee"], society.people["bare moderator"]
    assert table.acting_referee is None
    assert not (is_its_referee(referee, table))
    assert not (can_host(referee, table))
    assert not (can_manage(referee, table))
    board = Board(kind=Board.Kind.SITE, readers=Board.Readers.MEMBERS)
    assert readers_among([referee, moderator, society.people["moderator"]], board) == [
        society.people["moderator"]
    ]


def test_reports_are_told_to_those_who_may_judge(society):
    from apps.forums.reportable import find

    found = find("joueur", society.people["steward"].pk)
    written = moderation.report(society.people["rival"], found, "spam", "", timezone.now())
    told = set(Notice.objects.filter(key=f"report:{written.pk}").values_list("user", flat=True))
    assert told == {society.people["moderator"].pk, society.people["referee"].pk}
