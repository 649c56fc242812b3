"""What is sealed stays sealed when a seat changes hands: every act of the console of a private table whose
host plays, every way for her friends to sit down in her rival's place, and every page afterwards."""

import pytest

from apps.games.models import Seat, SeatHolder
from apps.games.referee.view_acts import ACTS
from apps.games.services.seats import absence
from apps.games.services.seats.answers import open_to_substitute
from apps.games.services.steps import due
from tests.trust.handovers import Table, is_over, quarantine
from tests.trust.long import amount

pytestmark = pytest.mark.django_db

DONE = ["C’est fait, et inscrit au journal de la partie."]
NOT_FOUND = ["404"]

# What each act is sent with. A new act must say it here: the test of it fails until it does.
FIELDS = {
    "reporter": {},
    "suspendre": {},
    "reprendre": {},
    "resoudre": {},
    "liberer": {},
    "revenir": {"to": "0"},
    "repondre": {"number": "1", "orders": "ORG 2 500 hirondelle"},
    "remplacer": {"number": "1", "username": "Charlie"},
    "ecarter": {"number": "1"},
    "message": {},
    "renvoyer": {"number": "1"},
    "ordres": {},
    "annuler": {},
}
BEFORE = {"reprendre": lambda table: table.act("Alice", "suspendre"), "liberer": quarantine}


@pytest.fixture
def make_table(make_user, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

    def make(slug):
        from apps.courier.models import Mail

        table = Table(slug, {name: make_user(name) for name in ("Alice", "Bob", "Charlie", "Diane", "Eve")})
        Mail.objects.update(state=Mail.State.SENT)
        return table

    return make


def betrayed(table, secrets, *readers, pages=slice(None)):
    """Which of the secrets each reader finds."""
    sites = {reader: table.readable_by(reader, pages) for reader in readers}
    found = {reader: [secret for secret in secrets if secret in site] for reader, site in sites.items()}
    return {reader: seen for reader, seen in found.items() if seen}


@pytest.mark.parametrize(("slug", "seen"), [("gloire", 4), ("enchere", 3)])
def test_the_search_finds_what_may_be_read(make_table, slug, seen):
    """Words and receipt of the seal; where there is a desk, also the draft."""
    table = make_table(slug)
    secrets = table.write("perroquet")
    assert len(betrayed(table, secrets, "Bob")["Bob"]) == seen


# Every act
# ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("verb", ACTS)
def test_no_act_of_a_host_who_plays_opens_what_her_rival_sealed(make_table, verb):
    """The act, then the rival's seat in a friend's hands, as far as the console goes.

    Every day each act is followed by every fourth page, in turn: the ways to sit down read them all.
    """
    pages = amount(slice(list(ACTS).index(verb) % 4, None, 4), slice(None))
    table = make_table("gloire")
    secrets = table.write("perroquet")
    BEFORE.get(verb, lambda table: None)(table)
    assert table.act("Alice", verb, **FIELDS[verb]) == (NOT_FOUND if ACTS[verb].looks else DONE)
    if verb in ("resoudre", "revenir"):  # another step is pending, and the rival writes for it too
        played = secrets if verb == "resoudre" else []
        secrets = [*table.write("corbeau"), *(one for one in secrets if one not in played)]
    assert betrayed(table, secrets, "Alice", pages=pages) == {}
    if is_over(table):
        return
    if table.seat.user != table.people["Charlie"]:
        assert table.act("Alice", "remplacer", number="1", username="Charlie") == DONE
    assert table.seat.user == table.people["Charlie"]
    assert betrayed(table, secrets, "Charlie", pages=pages) == {}


# Every way to sit down
# ---------------------------------------------------------------------------------------------------
def replaced(table):
    table.act("Alice", "remplacer", number="1", username="Charlie")


def removed_and_taken(table):
    table.act("Alice", "ecarter", number="1")
    table.people_act("Charlie", "reprendre", number="1", invitation=table.game.invitation)


def removed_and_given(table):
    table.act("Alice", "ecarter", number="1")
    table.act("Alice", "remplacer", number="1", username="Charlie")


def resigned_and_taken(table):
    table.people_act("Bob", "quitter")
    table.people_act("Charlie", "reprendre", number="1", invitation=table.game.invitation)


def through_two_hands(table):
    table.act("Alice", "remplacer", number="1", username="Eve")
    table.act("Alice", "remplacer", number="1", username="Charlie")


def returned_and_replaced(table):
    """The step for which he sealed ends in a return: his orders for it were never played."""
    table.act("Alice", "revenir", to="0")
    table.act("Alice", "remplacer", number="1", username="Charlie")


WAYS = (
    replaced,
    removed_and_taken,
    removed_and_given,
    resigned_and_taken,
    through_two_hands,
    returned_and_replaced,
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("slug", ["gloire", "enchere"])
def test_whoever_sits_down_reads_nothing_that_was_sealed_before_him(make_table, slug, way):
    table = make_table(slug)
    secrets = table.write("perroquet")
    way(table)
    assert table.seat.user == table.people["Charlie"]
    assert betrayed(table, secrets, "Charlie", *(["Eve"] if way is through_two_hands else [])) == {}


def test_the_steward_of_whoever_sits_down_reads_nothing_either(make_table):
    table = make_table("gloire")
    secrets = table.write("perroquet")
    replaced(table)
    table.people_act("Charlie", "intendant", username="Diane", steps="1")
    assert table.client("Diane").get(f"/ordres/{table.game.code}/versions/").status_code == 200
    assert betrayed(table, secrets, "Diane") == {}


def test_what_a_steward_sealed_for_an_absent_lord_stays_sealed(make_table):
    """The seat has opened by itself; its steward still serves, and a stranger takes it."""
    table = make_table("gloire")
    absence.name_steward(table.seat, table.people["Eve"], 2)
    open_to_substitute(table.seat, table.step.n - 1, SeatHolder.Reason.ABSENT)
    secrets = table.write("perroquet", author=table.people["Eve"])
    assert table.seat.state == Seat.State.OPEN
    assert set(betrayed(table, secrets, "Bob", "Eve")) == {"Bob", "Eve"}
    table.people_act("Charlie", "reprendre", number="1", invitation=table.game.invitation)
    assert betrayed(table, secrets, "Charlie") == {}


def test_a_failed_step_opens_no_draft_that_was_taken_for_orders(make_table):
    """The deadline took the lone draft, the engine failed, and the host gives the seat away."""
    table = make_table("gloire")
    secrets = table.write("perroquet")
    table.step.submissions.all().delete()
    due.seal(table.step.pk, table.step.opened_at, early=True)
    due._seal_lone_drafts(table.step, [table.seat])
    quarantine(table)
    assert table.step.submissions.get().from_draft
    replaced(table)
    assert betrayed(table, secrets, "Charlie") == {}


# What becomes of it
# ------------------------------------------------------------------------------------------------------
def test_what_was_sealed_is_played_if_the_new_holder_seals_nothing_and_is_then_his_to_read(make_table):
    table = make_table("gloire")
    sealed, *_others = table.write("perroquet")
    replaced(table)
    step, client = table.step, table.client("Charlie")
    page = client.get(f"/parties/{table.game.code}/").content.decode()
    assert "Le précédent tenant du siège a scellé des ordres pour ce tour" in page
    table.resolve()
    step.refresh_from_db()
    assert "perroquetrouge" in str(step.all_moves()[table.number])
    assert sealed in client.get(f"/ordres/{table.game.code}/versions/").content.decode()


def test_what_the_new_holder_seals_is_played_instead(make_table):
    table = make_table("gloire")
    table.write("perroquet")
    replaced(table)
    table.write("corbeau")
    step = table.step
    table.resolve()
    step.refresh_from_db()
    assert "corbeaurouge" in str(step.all_moves()[table.number])
