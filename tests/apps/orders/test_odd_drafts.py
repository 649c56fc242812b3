"""Whatever is sent as a decision, by whichever way, no page breaks: neither the answer nor any page of the
seat afterwards.

On an ordinary day each odd decision meets one of the pages, in turn; in the long run all of them.
"""

import json
from collections import Counter
from functools import cached_property
from itertools import count, islice
from urllib.parse import quote

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.courier.models import Mail
from apps.courier.replies import hand_over
from apps.games.engine.positions import position_before
from apps.games.mail.reply_address import reply_address
from apps.games.models import Draft, Seat, Submission
from apps.games.problems import NotAnAction
from apps.orders.decision import Change, open_decision
from apps.orders.services import draft
from engines.core.checks.subject import spread
from tests.apps.orders.odd_drafts import (
    ODD_WORDS,
    PER_GAME,
    TABLES,
    good_action,
    odd_texts,
    odd_values,
    open_table,
    pending,
)
from tests.trust.addresses import every_address, filled
from tests.trust.long import LONG

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}
READS_DRAFTS = '"orders_draft"'


class Visitor:
    """The browser of a seat that must decide, in a game where nobody has decided anything."""

    def __init__(self, table, alice, bob):
        self.game = open_table(table, alice, bob)
        self.step = pending(self.game)
        humans = Seat.objects.filter(game=self.game, user__isnull=False, number__in=self.step.asked)
        self.seat = humans.order_by("number").first()
        self.browser = Client(raise_request_exception=False)
        self.browser.force_login(self.seat.user)
        self.action = good_action(self.game, self.seat.number)
        self.turns = count()

    @cached_property
    def pages(self):
        return list(self.open_pages())

    def open_pages(self):
        return (address for address in self._addresses() if self.browser.get(address).status_code == 200)

    def _addresses(self):
        values = {"code": self.game.code, "land": "NARVIK", "order": "IMP", "n": 0, "name": "et-si"}
        for name, route in every_address():
            if name.split(":")[0] in ("games", "orders", self.game.slug) and "<str:code>" in route:
                yield filled(route, name, values)

    def pages_that_read_drafts(self):
        """Found by what they ask the database, with a draft there."""
        found = []
        Draft.objects.create(step=self.step, seat=self.seat, action=self.action, holder=self.seat.user)
        for page in self.pages:
            with CaptureQueriesContext(connection) as asked:
                self.browser.get(page)
            if any(READS_DRAFTS in query["sql"] for query in asked.captured_queries):
                found.append(page)
        Draft.objects.all().delete()
        return found

    def post(self, **data):
        form = {"step": self.step.n, "seat": self.seat.number, "key": "une-clef-a-moi", **data}
        return self.browser.post(f"/ordres/{self.game.code}/", form, headers=JSON)

    def in_turn(self, pages):
        return pages if LONG or not pages else [pages[next(self.turns) % len(pages)]]

    def failures(self, pages):
        found = [(page, self.browser.get(page).status_code) for page in pages]
        return [(page, status) for page, status in found if status != 200]


@pytest.fixture(params=TABLES)
def visitor(request, alice, bob):
    return Visitor(request.param, alice, bob)


def tried(work):
    """The result of `work`, whatever it changed taken back."""
    with transaction.atomic():
        result = work()
        transaction.set_rollback(True)
    return result


def test_an_odd_draft_is_refused_or_shown_with_its_faults(visitor):
    """As the room takes it from any form of a game; a text that is no JSON never comes so far."""
    pages, refused, broken = visitor.pages_that_read_drafts(), [], {}

    def save(action, text):
        decision = open_decision(visitor.seat, visitor.step.n, visitor.seat.user)
        try:
            draft(decision, Change(action, text))
        except NotAnAction as refusal:
            refused.append(refusal.text)
            return [("kept", text)] if Draft.objects.exists() else []
        return visitor.failures(visitor.in_turn(pages))

    for text in odd_texts(visitor.action):
        try:
            action = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if failures := tried(lambda action=action, text=text: save(action, text[:9_000])):
            broken[text[:200]] = failures
    assert broken == {}
    assert len(refused) >= 20
    assert {words[-1] for words in refused} == {"."}


def test_an_odd_decision_is_refused_or_its_pages_stand(visitor):
    broken, pages = {}, list(islice(visitor.open_pages(), 2))

    def submit(text):
        answer = visitor.post(action=text)
        if answer.status_code in (400, 422):
            assert not Submission.objects.exists()
            return []
        if answer.status_code != 201:
            return [answer.status_code]
        return visitor.failures(visitor.in_turn(pages))

    for text in odd_texts(visitor.action):
        if failures := tried(lambda text=text: submit(text)):
            broken[text[:200]] = failures
    assert broken == {}


def test_an_odd_choice_in_the_address_is_refused_or_forgotten(visitor):
    answers, pages = {}, [f"/parties/{visitor.game.code}/", f"/parties/{visitor.game.code}/plateau/"]
    for text in odd_texts(visitor.action):
        for page in visitor.in_turn(pages):
            address = f"{page}?siege={visitor.seat.number}&brouillon={quote(text[:5_000])}"
            answers[text[:200], page] = visitor.browser.get(address).status_code
    assert {key: status for key, status in answers.items() if status not in (200, 400)} == {}
    assert 400 in answers.values()


def test_a_draft_stored_long_ago_breaks_no_page(visitor):
    pages, broken = visitor.pages_that_read_drafts(), {}

    def store(action):
        Draft.objects.create(step=visitor.step, seat=visitor.seat, action=action, holder=visitor.seat.user)
        return visitor.failures(visitor.in_turn(pages))

    for action in spread(odd_values(visitor.action), PER_GAME):
        if failures := tried(lambda action=action: store(action)):
            broken[json.dumps(action)[:200]] = failures
    assert broken == {}


def test_every_page_of_the_seat_stands_beside_an_odd_draft(visitor):
    """Also those that do not read the draft themselves."""
    for n, action in enumerate(spread(odd_values(visitor.action), 5)):
        Draft.objects.update_or_create(
            step=visitor.step, seat=visitor.seat, defaults={"action": action, "holder": visitor.seat.user}
        )
        assert visitor.failures(visitor.pages if LONG else visitor.pages[n::5]) == []


def odd_words(visitor):
    """Text as people type it, spoilt: the notation of a good decision with each word replaced, and JSON
    where words belong."""
    rules = visitor.game.rules
    words = rules.notate(position_before(visitor.step), visitor.seat.number, visitor.action).split(" ")
    spoilt = [" ".join([*words[:n], odd, *words[n + 1 :]]) for n in range(len(words)) for odd in ODD_WORDS]
    third = PER_GAME // 3
    texts = [text[:9_000] for text in odd_texts(visitor.action)]
    return [*spread(spoilt, third), *spread(texts, PER_GAME - third)]


def test_an_odd_letter_is_answered_and_seals_nothing_by_mistake(visitor):
    address, answered = reply_address(visitor.seat, visitor.step.n), Counter()

    def hand(n, text):
        raw = f"To: {address}\r\nMessage-ID: <{n}@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}"
        assert hand_over(raw.encode("utf-8", "replace"))
        sealed = Submission.objects.filter(seat=visitor.seat).exists()
        assert Mail.objects.filter(kind="receipts", user=visitor.seat.user).count() == 1
        return sealed

    for n, text in enumerate(odd_words(visitor)):
        answered[tried(lambda n=n, text=text: hand(n, text))] += 1
    assert answered[False] >= PER_GAME / 2  # refused in words; a spoilt word may by chance still be an order


def test_odd_words_at_a_desk_are_refused_or_shown_with_their_faults(alice, bob):
    visitor = Visitor("gloire", alice, bob)
    pages, broken = [f"/parties/{visitor.game.code}/"], {}

    def type_in(verb, field, text):
        form = {"step": visitor.step.n, "seat": visitor.seat.number, field: text}
        answer = visitor.browser.post(f"/parties/{visitor.game.code}/cour/ordres/{verb}/", form)
        return [(verb, answer.status_code)] if answer.status_code != 302 else visitor.failures(pages)

    for text in odd_words(visitor):
        for verb, field in (("texte", "text"), ("ligne", "line")):
            if failures := tried(lambda text=text, verb=verb, field=field: type_in(verb, field, text)):
                broken[text[:200], verb] = failures
    assert broken == {}


@pytest.mark.parametrize("text", ["NaN", "1e999", "null", "[" * 1_900, '{"orders":[{"code":["IMP"]}]}', "3"])
def test_what_is_no_order_at_all_is_refused_in_french(alice, bob, text):
    visitor = Visitor("gloire", alice, bob)
    answer = visitor.post(action=text)
    assert answer.status_code == 400
    assert " " in json.loads(answer.content)["error"]
    assert not Submission.objects.exists()


def test_orders_with_faults_are_kept_and_their_faults_told(alice, bob):
    visitor = Visitor("gloire", alice, bob)
    orders = {"orders": [{"code": "IMP", "level": 99, "land": "NARVIK"}, {"code": "XXX"}]}
    decision = open_decision(visitor.seat, visitor.step.n, alice)
    draft(decision, Change(orders))
    assert [problem.where[:2] for problem in decision.judge(orders)] == [("orders", 1)]
    assert Draft.objects.get().action == orders
