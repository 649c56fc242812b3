"""The pages around the map, walked by a lord, a spectator and an outsider; the advisers answer from one's own
view."""

import re

import pytest
from django.urls import reverse

from apps.games.engine.positions import state_of
from apps.games.models import Game
from apps.games.services.lobby import gathering
from apps.games.services.seats import absence
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from engines.gloire.advice import advisors
from engines.gloire.words import number
from tests.apps.tables.gloire.court import home, open_court, pending, post
from tests.pages import source

pytestmark = pytest.mark.django_db
PAGES = ("realm", "diplomacy", "news", "advisers")


def resolve(court):
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)


def at(court, name, *more):
    return reverse(f"gloire:{name}", args=[court.code, *more])


@pytest.mark.parametrize("name", PAGES)
def test_pages_open_for_lord_and_spectator_on_turn_one_and_later(court, alice_client, charlie_client, name):
    assert alice_client.get(at(court, name)).status_code == 200
    resolve(court)
    assert [one.get(at(court, name)).status_code for one in (alice_client, charlie_client)] == [200, 200]


def test_private_court_is_not_there_for_an_outsider(alice, charlie_client):
    court = open_court(alice, None, private=True)
    for name in PAGES:
        assert charlie_client.get(at(court, name)).status_code == 404


def test_table_without_spectators_says_so(alice, bob, charlie_client):
    court = open_court(alice, bob, spectators=Game.Spectators.CLOSED)
    for name in PAGES:
        assert charlie_client.get(at(court, name)).status_code == 403


def test_pages_of_the_court_are_not_there_for_another_game(alice, alice_client):
    new = gathering.new_game("enchere", "La table d’essai", {}, 2, pace=Pace(kind="hours"))
    game = gathering.create_game(alice, new)
    assert {alice_client.get(at(game, name)).status_code for name in PAGES} == {404}


def test_realm_ranks_everyone_and_draws_curves_after_a_turn(court, alice_client):
    before = alice_client.get(at(court, "realm")).content.decode()
    assert "Elles se dessinent dès que le premier tour est joué" in before
    resolve(court)
    page = alice_client.get(at(court, "realm") + "?seigneur=5").content.decode()
    assert page.count('class="curves"') == 2
    assert all(seat.name in page for seat in court.seats.all())


def test_the_boards_short_ranking_says_how_the_last_turn_moved_each_lord(court, alice_client):
    first = alice_client.get(f"/parties/{court.code}/").content.decode()
    assert not re.search(r'<td class="num (?:up|down)?">[▲▼=]', first)
    resolve(court)
    page = alice_client.get(f"/parties/{court.code}/").content.decode()
    assert len(re.findall(r'<td class="num (?:up|down)?">[▲▼=]', page)) == 6


@pytest.mark.parametrize("query", ["?seigneur=99", "?seigneur=-1", "?seigneur=x", "?seigneur=1&seigneur=1"])
def test_nonsense_in_the_address_of_the_realm_is_ignored(court, alice_client, query):
    resolve(court)
    assert alice_client.get(at(court, "realm") + query).status_code == 200


@pytest.mark.postgres
def test_realm_takes_the_same_queries_after_one_and_three_turns(
    court, alice_client, django_assert_max_num_queries
):
    resolve(court)
    alice_client.get(at(court, "realm"))
    with django_assert_max_num_queries(40) as first:
        alice_client.get(at(court, "realm"))
    resolve(court)
    resolve(court)
    alice_client.get(at(court, "realm"))
    with django_assert_max_num_queries(40) as later:
        alice_client.get(at(court, "realm"))
    assert len(later.captured_queries) == len(first.captured_queries)


def test_sheet_of_another_lord_shows_public_facts_and_orders_to_give(court, alice_client):
    page = alice_client.get(at(court, "lord", 1)).content.decode()
    assert "Rodrigue" in page
    assert "joué par Bob" in page
    assert at_order(court, "GUE") in page
    assert at_order(court, "ALL") in page
    assert "Trésor" not in page
    assert alice_client.get(at(court, "lord", 77)).status_code == 404


def at_order(court, code):
    return reverse("gloire:order", args=[court.code, code]) + "?lord=1"


def test_link_of_the_sheet_fills_the_order_form(court, alice_client):
    page = alice_client.get(at_order(court, "ALL")).content.decode()
    assert 'value="1" selected' in page


def test_news_are_told_by_turn_and_kept_for_one_lord(court, alice_client):
    resolve(court)
    page = alice_client.get(at(court, "news")).content.decode()
    assert "Tour 1" in page
    assert "La course au trône commence" in page
    assert alice_client.get(at(court, "news") + "?seigneur=0&page=9").status_code == 200


# --- advisers -----------------------------------------------------------------------------------------------


def ask(client, court, adviser, **question):
    return client.get(at(court, "adviser", adviser), question).content.decode().replace("\u202f", " ")


def test_treasurer_of_the_rulebooks_first_turn(court, alice, alice_client):
    """Rulebook 8.1.1: tax 9 on a fief of 16,500 raises 4,948 écus."""
    page = ask(alice_client, court, "argentier", land=home(court, alice), level=9, gift=0)
    assert "4 948" in page
    assert f"IMP 9 {home(court, alice)}" in page


def test_treasurer_refuses_a_level_of_eleven_and_anothers_land(court, alice_client, bob):
    assert "C’est trop : 10 au plus." in ask(
        alice_client, court, "argentier", land=home(court, bob), level=11
    )
    page = ask(alice_client, court, "argentier", land=home(court, bob), level=5)
    assert "IMP 5 " + home(court, bob) not in page


def test_recruiter_counts_men_for_ecus_and_ecus_for_men(court, alice, alice_client):
    land = home(court, alice)
    expected = advisors.levy(look(court, alice).view, land, 5000)
    assert f"{number(expected.men)} hommes pour 5\u202f000 écus".replace("\u202f", " ") in ask(
        alice_client, court, "levees", land=land, amount=5000
    )
    cost = advisors.levy_cost(look(court, alice).view, land, 500)
    assert f"ARM {land} {cost}" in ask(alice_client, court, "levees", land=land, men=500)
    assert "Indiquez une somme en écus" in ask(alice_client, court, "levees", land=land)


def test_master_at_arms_knows_peasants_but_asks_for_a_lords_defenders(court, bob, alice_client):
    neutral = next(name for name, land in view_lands(court).items() if land.owner is None)
    page = ask(alice_client, court, "batailles", knight="C1", men=3000, land=neutral, fallback=100)
    assert "% de victoires" in page
    assert re.search(r"[\d\u202f]+ paysans \(\d+ de renommée\)", page)
    assert f"ATT C1 {neutral} 100" in page
    page = ask(alice_client, court, "batailles", knight="C1", men=3000, land=home(court, bob))
    assert "Vous ne savez rien de ses défenseurs" in page


def view_lands(court):
    step = court.steps.resolved().order_by("-n").first()
    return state_of(court, step).lands


def test_master_of_the_lists_and_herald(court, alice_client):
    assert "% contre une renommée de 80" in ask(alice_client, court, "joutes", knight="C1", other=80)
    assert "donnez sa renommée" in ask(alice_client, court, "joutes", other=80)
    assert "1 à 101" in ask(alice_client, court, "chevaliers")


def test_astrologer_plays_the_orders_on_ones_own_view(court, alice, alice_client):
    land = home(court, alice)
    page = alice_client.post(
        at(court, "adviser", "et-si"), {"orders": f"IMP 9 {land}", "guesses": "", "roll": 1}
    )
    told = page.content.decode().replace("\u202f", " ")
    assert "4 948 écus rentrent" in told
    assert pending(court).n == 1


def test_astrologer_says_what_is_wrong(court, alice_client):
    address = at(court, "adviser", "et-si")
    page = alice_client.post(address, {"orders": "ZZZ 3", "guesses": "", "roll": 1}).content.decode()
    assert "ZZZ" in page
    assert "Une vision" not in page
    page = alice_client.post(address, {"orders": "", "guesses": "NULLEPART 300", "roll": 1}).content.decode()
    assert "écrivez le nom d’une terre puis un nombre d’hommes" in page


def test_spectator_has_the_two_public_advisers_only(court, charlie_client):
    answers = {
        key: charlie_client.get(at(court, "adviser", key)).status_code
        for key in ("argentier", "batailles", "levees", "chevaliers", "joutes", "et-si", "sorcier")
    }
    assert answers == {
        "argentier": 404,
        "batailles": 200,
        "levees": 404,
        "chevaliers": 404,
        "joutes": 200,
        "et-si": 404,
        "sorcier": 404,
    }


# --- the guide ----------------------------------------------------------------------------------------------


def test_guide_links_to_real_orders_ticks_what_is_drafted_and_can_be_put_away(court, alice, alice_client):
    page = alice_client.get(at(court, "guide")).content.decode()
    links = [part.split('"')[0] for part in page.split('class="button button-small" href="')[1:]]
    assert len(links) == 8
    for link in links:
        assert alice_client.get(link.replace("&amp;", "&")).status_code == 200
    assert "is-done" not in page
    post(alice_client, court, "texte", text=f"IMP 5 {home(court, alice)}")
    assert alice_client.get(at(court, "guide")).content.decode().count("is-done") == 1
    assert alice_client.post(at(court, "guide-away")).url == court.get_absolute_url()
    assert "Le montrer à nouveau" in alice_client.get(at(court, "guide")).content.decode()
    alice_client.post(at(court, "guide-away"), {"rouvrir": "1"})
    assert "Le montrer à nouveau" not in alice_client.get(at(court, "guide")).content.decode()


# --- the end ------------------------------------------------------------------------------------------------


def test_coronation_waits_for_the_end(court, alice_client):
    assert alice_client.get(at(court, "coronation")).url == at(court, "realm")


def test_after_the_end_every_house_is_open_with_seed_reports_and_replay(
    alice, bob, alice_client, charlie_client
):
    court = open_court(alice, bob)
    court = finished(court)
    page = charlie_client.get(at(court, "coronation")).content.decode()
    assert bytes(court.seed).hex() in page
    assert court.commitment in page
    assert all(seat.name in page for seat in court.seats.all())
    assert page.count("ses bilans") == 2  # those of the two people: automata receive none
    assert "Sa maison, à livre ouvert" in alice_client.get(at(court, "lord", 1)).content.decode()
    for name in PAGES:
        assert alice_client.get(at(court, name)).status_code == 200


def finished(court):
    from apps.games.models import Step

    while Step.objects.pending().filter(game=court).exists():
        resolve(court)
    court.refresh_from_db()
    assert court.status == Game.Status.FINISHED
    return court


# --- canaries -----------------------------------------------------------------------------------------------


def test_no_page_shows_another_lords_treasury_wealth_or_knights(court, alice_client, charlie_client, bob):
    """Bob's house is given telling figures in the stored position; nobody else's page repeats them."""
    import hashlib

    from engines.core import codec
    from engines.gloire.state import Knight

    step = court.steps.resolved().get(n=0)
    state = state_of(court, step)
    fief = state.lords[1].home
    state.lords[1].treasury, state.lands[fief].wealth = 987_653, 0.4321
    state.knights.append(Knight("C77531", "Canari", 1, 61.37, fief, wage=61, men=4321))
    step.state = codec.dump(state)
    step.state_hash = hashlib.sha256(step.state).hexdigest()
    step.save()
    addresses = [at(court, name) for name in PAGES] + [
        at(court, "lord", 1),
        at(court, "adviser", "batailles") + f"?knight=C1&men=10&land={fief}",
        at(court, "guide"),
    ]
    for client in (alice_client, charlie_client):
        for address in addresses:
            body = client.get(address, follow=True).content.decode().replace("\u202f", "")
            assert [
                word
                for word in ("987653", "0,43", "0.43", "Canari", "C77531", "61,4", "4321")
                if word in body
            ] == []


def test_a_lord_is_written_to_by_his_peers_and_not_by_a_steward(
    court, alice, alice_client, bob, charlie, charlie_client
):
    absence.name_steward(court.seats.get(user=alice), charlie, 2)
    for page in (at(court, "lord", 1), at(court, "land", home(court, bob))):
        alone, served = alice_client.get(page), charlie_client.get(f"{page}?siege=0")
        assert served.context["sight"].number == 0
        assert "/forums/lettres/ecrire/" in alone.content.decode()
        assert "/forums/lettres/ecrire/" not in served.content.decode()


def test_an_ally_is_called_to_help_by_a_lord_who_has_an_enemy(court, alice_client, bob_client):
    post(alice_client, court, "ligne", line="ALL Rodrigue")
    post(bob_client, court, "ligne", seat=1, line="ALL Hawkmoon")
    resolve(court)
    orders = re.compile(r'href="(/parties/[^"]+/cour/ordre/(\w+)/\?lord=1)"')
    assert [code for _url, code in orders.findall(source(alice_client.get(at(court, "lord", 1))))] == ["ANN"]
    post(alice_client, court, "ajouter", code="GUE", lord=3)
    resolve(court)
    found = orders.findall(source(alice_client.get(at(court, "lord", 1))))
    assert [code for _url, code in found] == ["APP", "ANN"]
    assert [alice_client.get(url).status_code for url, _code in found] == [200, 200]
