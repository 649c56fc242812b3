"""Two lords and automata around one screen: what belongs to one is on no page while the other is there, or
nobody is."""

import hashlib
import re
from html import unescape

import pytest
from django.urls import reverse

from apps.games.engine.positions import position_before, state_of
from apps.games.models import Game, Submission
from apps.games.services.lobby import gathering
from engines.core import codec
from engines.gloire.state import Garrison, Knight
from tests.apps.tables.gloire.court import pending
from tests.apps.tables.gloire.test_canaries import addresses_of, read
from tests.deciding import save_draft
from tests.one_screen import say_here
from tests.pages import source, words
from tests.trust.long import amount

pytestmark = pytest.mark.django_db

ANNA, BASILE = 0, 1
BOTH_WAYS = [(ANNA, BASILE), (BASILE, ANNA)]
KNIGHTS = {ANNA: "C66421", BASILE: "C77531"}
SECRETS = {
    ANNA: ("C66421", "Anselme le Canari", "G80321", "serinanna", "87[^0-9]?654"),
    BASILE: ("C77531", "Boniface le Serin", "G90210", "serinbasile", "98[^0-9]?765"),
}


@pytest.fixture
def court(alice) -> Game:
    """Each lord is served by a knight and a garrison that cannot be mistaken, and has drafted a joust with a
    password."""
    options = {"map": "scandinavie", "draw": False}
    game = gathering.start_hotseat(alice, "gloire", options, ["Anna", "Basile"], 6)
    step = game.steps.resolved().get(n=0)
    state = state_of(game, step)
    for seat, (knight, name, garrison, _word, _treasury) in SECRETS.items():
        fief = state.lords[seat].home
        state.lords[seat].treasury = (87_654, 98_765)[seat]
        state.knights.append(Knight(knight, name, seat, 60.5 + seat, fief, wage=6100, men=4300))
        state.garrisons.append(Garrison(garrison, seat, fief, 3200))
    state.next_knight, state.next_garrison = 77532, 90211
    step.state = codec.dump(state)
    step.state_hash = hashlib.sha256(step.state).hexdigest()
    step.save()
    for seat in SECRETS:
        draft(game, seat)
    return game


def draft(game, seat: int) -> None:
    save_draft(game.seats.get(number=seat), pending(game).n, orders_of(game, seat), "", game.creator)


def orders_of(game, seat: int):
    step = pending(game)
    return game.rules.parse(position_before(step), seat, f"ORG 4 6123 {SECRETS[seat][3]}")[0]


@pytest.fixture
def screen(alice_client):
    return alice_client


def seal(client, game, seat: int):
    """The button of the desk, as the page that is shown holds it."""
    page = client.get(f"/parties/{game.code}/").content.decode()
    form = re.search(rf'<form method="post" action="/ordres/{game.code}/#desk">.*?</form>', page, re.DOTALL)[
        0
    ]
    fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    assert int(fields["seat"]) == seat
    return client.post(f"/ordres/{game.code}/", fields)


def play_turn(client, game) -> None:
    for seat in (ANNA, BASILE):
        say_here(client, game, seat)
        seal(client, game, seat)


def curtain_of(client, game, address: str = "") -> str:
    """The title of the curtain; nothing where there is none."""
    page = source(client.get(f"/parties/{game.code}/{address}"))
    found = re.search(r'<h2 id="curtain-title">(.*?)</h2>', page)
    return words(found[1]) if found else ""


def crawl(client, game, at_screen: int | None) -> dict[str, str]:
    """Every page as whoever is at the screen reads it, also by the addresses of the other lord."""
    found = {}
    addresses = {
        one for seat in SECRETS for one in addresses_of(game, seat, KNIGHTS[seat]) if game.code in one
    }
    for address in sorted(addresses):
        if at_screen is not None:
            say_here(client, game, at_screen)
        found[address] = read(client, address)
    return found


def secrets_in(pages: dict[str, str], seat: int) -> set[str]:
    """Which of a lord's secrets are on some page that did not read them in its own address."""
    return {
        secret
        for secret in SECRETS[seat]
        for address, body in pages.items()
        if not re.search(secret, address) and re.search(secret, body)
    }


def test_no_page_shows_a_secret_before_somebody_is_there(court, screen):
    pages = crawl(screen, court, None)
    assert (secrets_in(pages, ANNA), secrets_in(pages, BASILE)) == (set(), set())


@pytest.mark.parametrize(("there", "other"), amount([(ANNA, BASILE)], BOTH_WAYS))
def test_pages_show_whoever_is_at_the_screen_and_nothing_of_the_other(court, screen, there, other):
    pages = crawl(screen, court, there)
    assert secrets_in(pages, other) == set()
    assert secrets_in(pages, there) == set(SECRETS[there])  # the search finds what may be seen


def test_nothing_is_shown_between_two_lords(court, screen):
    say_here(screen, court, ANNA)
    seal(screen, court, ANNA)
    pages = crawl(screen, court, None)
    assert (secrets_in(pages, ANNA), secrets_in(pages, BASILE)) == (set(), set())


def test_nothing_is_shown_after_the_turn_before_somebody_is_there(court, screen):
    play_turn(screen, court)
    pages = crawl(screen, court, None)
    assert (secrets_in(pages, ANNA), secrets_in(pages, BASILE)) == (set(), set())


@pytest.mark.parametrize(("there", "other"), amount([(BASILE, ANNA)], BOTH_WAYS))
def test_after_the_turn_each_reads_his_own_pages_alone(court, screen, there, other):
    play_turn(screen, court)
    pages = crawl(screen, court, there)
    assert secrets_in(pages, other) == set()
    knight, name, garrison, _password, _treasury = SECRETS[there]
    assert secrets_in(pages, there) >= {knight, name, garrison}


def test_screen_goes_round_and_the_last_seal_resolves_the_turn(court, screen):
    assert curtain_of(screen, court) == "Passez l’écran à Anna"
    assert say_here(screen, court, ANNA).url == f"/parties/{court.code}/"
    assert curtain_of(screen, court) == ""
    assert seal(screen, court, ANNA).url == f"/parties/{court.code}/"
    assert (curtain_of(screen, court), pending(court).n) == ("Passez l’écran à Basile", 1)
    say_here(screen, court, BASILE)
    seal(screen, court, BASILE)
    assert (curtain_of(screen, court), pending(court).n) == ("Passez l’écran à Anna", 2)
    moves = court.steps.get(n=1).all_moves()
    assert sorted(moves) == list(range(6))
    assert court.steps.get(n=1).automatic == [2, 3, 4, 5]


def test_each_reads_his_report_first_behind_his_own_curtain(court, screen):
    play_turn(screen, court)
    for seat in (ANNA, BASILE):
        answer = say_here(screen, court, seat)
        assert answer.url == f"/parties/{court.code}/bilans/1/"
        assert screen.get(answer.url).context["report"].seat.number == seat
        assert say_here(screen, court, seat).url == f"/parties/{court.code}/"  # it is read now
        seal(screen, court, seat)


@pytest.mark.parametrize("page", ["", "cour/carte/", "bilans/", "bilans/0/", "historique/", "cour/royaume/"])
def test_address_of_another_lord_lowers_the_curtain(court, screen, page):
    say_here(screen, court, ANNA)
    assert curtain_of(screen, court, f"{page}?siege={BASILE}") == "Passez l’écran à Basile"
    assert (
        curtain_of(screen, court, page) == "Passez l’écran à Anna"
    )  # whoever takes the screen now finds nobody there


def test_address_of_a_lord_who_has_sealed_leads_to_whoever_is_next(court, screen):
    """The way back of a browser without scripts: the desk's own address names its lord."""
    say_here(screen, court, ANNA)
    seal(screen, court, ANNA)
    assert curtain_of(screen, court, f"?siege={ANNA}") == "Passez l’écran à Basile"


def test_orders_are_taken_from_whoever_is_at_the_screen_alone(court, screen):
    say_here(screen, court, ANNA)
    data = {"step": 1, "seat": BASILE, "key": "a key of Anna", "action": '{"orders": []}'}
    assert screen.post(f"/ordres/{court.code}/", data).url == f"/parties/{court.code}/"
    line = {"step": 1, "seat": BASILE, "line": "INI 1 1 1"}
    screen.post(f"/parties/{court.code}/cour/ordres/ligne/", line)
    assert not Submission.objects.exists()
    assert pending(court).drafts.get(seat__number=BASILE).action == orders_of(court, BASILE)


def test_part_of_a_page_that_is_asked_for_behind_the_curtain_takes_the_whole_page_away(court, screen):
    """So a live refresh in a page that stayed open elsewhere cannot look behind it."""
    answer = screen.get(f"/parties/{court.code}/plateau/", headers={"HX-Request": "true"})
    assert (answer.headers["HX-Redirect"], answer.content) == (f"/parties/{court.code}/", b"")


def test_lord_who_has_sealed_may_come_back_before_the_last_seal(court, screen):
    say_here(screen, court, ANNA)
    seal(screen, court, ANNA)
    curtain = source(screen.get(f"/parties/{court.code}/"))
    assert "Je suis Anna, je reviens sur mes ordres" in curtain
    say_here(screen, court, ANNA)
    screen.post(f"/parties/{court.code}/cour/ordres/vider/", {"step": 1, "seat": ANNA})
    seal(screen, court, ANNA)
    assert curtain_of(screen, court) == "Passez l’écran à Basile"
    revisions = Submission.objects.filter(seat__number=ANNA).order_by("revision")
    assert [one.decision() for one in revisions] == [orders_of(court, ANNA), {"orders": []}]


def test_screen_is_passed_without_sealing(court, screen):
    say_here(screen, court, ANNA)
    assert screen.post(f"/parties/{court.code}/me-voici/").url == f"/parties/{court.code}/"
    assert curtain_of(screen, court) == "Passez l’écran à Anna"


def test_nothing_is_kept_for_the_way_back(court, screen):
    say_here(screen, court, ANNA)
    for page in ("", "cour/carte/", "cour/carte/0/", "historique/", "pas/0/", "bilans/0/", "partie/"):
        answer = screen.get(f"/parties/{court.code}/{page}")
        assert "no-store" in answer.headers["Cache-Control"], page
    screen.post(f"/parties/{court.code}/me-voici/")
    assert "no-store" in screen.get(f"/parties/{court.code}/").headers["Cache-Control"]


def test_words_said_to_one_lord_are_not_shown_to_the_next(court, screen):
    """Without scripts the desk answers with a message on the next page, whoever reads it."""
    say_here(screen, court, ANNA)
    line = {"step": 1, "seat": ANNA, "line": "ORG 3 500 motdanna"}
    screen.post(f"/parties/{court.code}/cour/ordres/ligne/", line)
    screen.post(f"/parties/{court.code}/me-voici/")
    assert "motdanna" not in source(screen.get(f"/parties/{court.code}/"))
    say_here(screen, court, BASILE)
    assert "motdanna" not in source(screen.get(f"/parties/{court.code}/"))


def test_turn_is_not_resolved_while_somebody_has_not_sealed(court, screen):
    say_here(screen, court, ANNA)
    seal(screen, court, ANNA)
    screen.post(f"/parties/{court.code}/resoudre/", {"step": 1})
    assert pending(court).n == 1


def test_position_of_a_running_game_is_not_copied_into_a_sandbox(court, screen):
    say_here(screen, court, ANNA)
    screen.post(f"/parties/{court.code}/pas/0/essai/")
    assert not Game.objects.filter(kind=Game.Kind.SANDBOX).exists()


def test_outsider_and_visitor_cannot_say_that_they_are_there(court, charlie_client, client):
    assert say_here(charlie_client, court, ANNA).status_code == 404
    assert "/login/" in say_here(client, court, ANNA).url


def test_seat_of_an_automaton_cannot_be_taken(court, screen):
    assert say_here(screen, court, 2).status_code == 404


def test_end_of_the_game_is_shown_to_all(court, screen):
    court.status = Game.Status.FINISHED
    court.save()
    assert curtain_of(screen, court) == ""
    for seat in SECRETS:
        page = read(screen, f"/parties/{court.code}/bilans/0/?siege={seat}")
        assert f"?siege={seat}" in page


@pytest.fixture
def form(alice_client):
    """The form as it is first shown, filled in by its own defaults."""
    shown = alice_client.get(reverse("games:hotseat", args=["gloire"])).context["form"]
    return {name: value for name in shown.fields if (value := shown[name].value()) not in (None, False)}


def test_two_names_are_enough_and_automata_take_the_other_seats(alice_client, form):
    answer = alice_client.post(
        reverse("games:hotseat", args=["gloire"]), {**form, "seats": 6, "names": "Anna, Basile"}
    )
    game = Game.objects.get()
    assert answer.url == f"/parties/{game.code}/"
    seats = list(game.seats.order_by("number"))
    assert [seat.name for seat in seats if seat.is_human] == ["Anna", "Basile"]
    assert [bool(seat.bot) for seat in seats] == [False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        ("Anna", "Il faut au moins 2 noms, séparés par des virgules ; les automates font le reste."),
        ("Anna, anna", "Deux noms sont les mêmes : donnez à chacun le sien."),
        ("A, B, C, D, E, F, G", "7 noms pour 6 places : ajoutez des places, ou retirez des noms."),
        (f"Anna, {'B' * 41}", "Un nom a de 1 à 40 caractères."),
    ],
)
def test_names_that_will_not_do_are_told_beside_their_field(alice_client, form, names, fault):
    answer = alice_client.post(
        reverse("games:hotseat", args=["gloire"]), {**form, "seats": 6, "names": names}
    )
    told = re.search(r'id="id_names_error"[^>]*>(.*?)</(?:p|div|ul)>', source(answer))[1]
    assert words(told).replace("\u00a0", " ") == fault
    assert not Game.objects.exists()


def test_a_rematch_seats_the_same_people_and_automata(court, screen):
    court.status = Game.Status.FINISHED
    court.save()
    screen.post(f"/parties/{court.code}/partie/revanche/")
    again = Game.objects.exclude(pk=court.pk).get()
    assert [bool(seat.bot) for seat in again.seats.order_by("number")] == [
        False,
        False,
        True,
        True,
        True,
        True,
    ]
