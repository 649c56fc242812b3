"""What an order's form shows at first and tells while it is filled in; what completion offers."""

import re

import pytest

from apps.games.table.sight import look
from apps.tables.gloire.desk.effects import effect_of
from engines.gloire.maps import load_map
from engines.gloire.orders.catalogue import ORDERS
from tests.apps.tables.gloire.chronicle import RULES, opened
from tests.apps.tables.gloire.court import post

HOME, FOE_HOME = 0, 1


@pytest.fixture
def war():
    """Hawkmoon, at war with Rodrigue and allied to Hyliath, has two knights, men and a garrison at home."""
    state = opened().state
    home = state.lords[HOME].home
    knight = state.knights[HOME]
    knight.men = 500
    state.wars.append((0, 1))
    state.alliances.append((0, 2))
    return state, home, RULES.view(state, HOME)


def told(view, *orders):
    return effect_of(view, list(orders), len(orders) - 1).text.replace("\u202f", " ")


def test_every_order_but_the_standing_fallbacks_tells_what_it_would_bring(war):
    _state, home, view = war
    orders = {
        "REN": {"knight": "C1", "name": "Aubry"},
        "ABD": {},
        "DEM": {"army": "C1"},
        "IMP": {"level": 4, "land": home},
        "RED": {"amount": 100, "land": home},
        "DEF": {"army": "C1", "men": 600},
        "CHE": {"count": 1},
        "ARM": {"land": home, "amount": 500},
        "TSF": {"knight": "C1", "other": "C99", "men": 100},
        "GAR": {"knight": "C1", "men": 100},
        "ATT": {"knight": "C1", "land": load_map("scandinavie").lands[home].neighbours[0], "men": 100},
        "GUE": {"lord": 3},
        "ALL": {"lord": 3},
        "PAI": {"lord": 1},
        "ANN": {"lord": 2},
        "APP": {"lord": 2},
        "MOV": {"knight": "C1", "land": load_map("scandinavie").lands[home].neighbours[0]},
        "ORG": {"places": 4, "prize": 500, "password": "x"},
        "PAR": {"knight": "*"},
        "VND": {"lord": 2, "land": home, "amount": 1000},
        "ACH": {"lord": 2, "land": home, "amount": 1000},
        "ESP": {"land": home},
        "FOR": {"land": home, "fort": "wall"},
    }
    silent = [
        spec.code
        for spec in ORDERS
        if spec.code in orders and not told(view, {"code": spec.code, **orders[spec.code]})
    ]
    assert silent == []
    assert sorted({spec.code for spec in ORDERS} - set(orders)) == ["AFF", "INI", "LIB"]


def test_effects_of_a_war_an_alliance_and_a_garrison(war):
    state, _home, _view = war
    state.alliances.append((2, 3))
    view = RULES.view(state, HOME)
    assert told(view, {"code": "GUE", "lord": 3}) == "vous y perdez votre allié commun : Hyliath"
    state.wars.append((2, 4))
    view = RULES.view(state, HOME)
    assert (
        told(view, {"code": "ALL", "lord": 4})
        == "impossible tant que votre allié Hyliath est en guerre avec Jon Snow"
    )
    assert told(view, {"code": "APP", "lord": 2}) == "au tour prochain, il devra être en guerre avec Rodrigue"
    settled = {"code": "GAR", "knight": "C1", "men": 250}
    assert told(view, settled) == (
        "garnison de 250 hommes à "
        f"{load_map('scandinavie').lands[state.lords[0].home].label} · + 0,25 de bonheur par tour"
    )
    assert (
        told(view, {"code": "DEF", "army": "C1", "men": 600})
        == "il n’aura que 500 hommes : il céderait d’emblée"
    )


def test_attacking_before_the_war_begins_is_a_felony_and_its_price_is_told(war):
    state, home, _view = war
    near = load_map("scandinavie").lands[home].neighbours[0]
    state.lands[near].owner = 3
    attack, declaration = (
        {"code": "ATT", "knight": "C1", "land": near, "men": 100},
        {"code": "GUE", "lord": 3},
    )
    said = [str(p.text) for p in RULES.check(state, HOME, {"orders": [attack]}) if p.code == "maybe_felony"]
    assert said == [
        "WellDone n’est pas votre ennemi déclaré\u00a0: attaquer "
        f"{load_map('scandinavie').lands[near].label} serait une félonie (renommée 100 → 33)."
    ]
    said = [
        str(p.text)
        for p in RULES.check(state, HOME, {"orders": [attack, declaration]})
        if p.code == "maybe_felony"
    ]
    assert said == [
        "Votre guerre contre WellDone ne commence qu’en phase 8, après l’attaque\u00a0: ce "
        "serait une félonie (renommée 100 → 33). Attaquez au tour prochain."
    ]


def test_the_last_defender_who_leaves_a_land_beside_an_enemy_is_warned(war):
    state, home, _view = war
    near, other = load_map("scandinavie").lands[home].neighbours[:2]
    state.lands[near].owner = 1
    attack = {"code": "ATT", "knight": "C1", "land": other, "men": 100}

    def warned(*orders):
        problems = RULES.check(state, HOME, {"orders": list(orders)})
        return [str(p.text) for p in problems if p.code == "will_not_defend"]

    label = load_map("scandinavie").lands[home].label
    assert warned(attack) == [f"{label} resterait sans défenseur, à côté de votre ennemi Rodrigue."]
    assert warned(attack, {"code": "ARM", "land": home, "amount": 500}) == []
    assert warned(attack, {"code": "GAR", "knight": "C1", "men": 100}) == []


@pytest.mark.django_db
class TestPages:
    def form(self, client, game, code, **given):
        return client.get(f"/parties/{game.code}/cour/ordre/{code}/", {"siege": 0, **given}).content.decode()

    def test_nobody_is_told_of_a_fault_before_having_written(self, court, alice_client):
        for code in ("ORG", "REN"):
            page = self.form(alice_client, court, code)
            assert "problem is-error" not in page
        assert "2\u202f900 écus" in self.form(alice_client, court, "ORG")  # eight places and the least prize
        assert "problem is-error" in self.form(alice_client, court, "ORG", password="")

    def test_lords_and_lands_around_come_first(self, court, fief, alice_client):
        page = self.form(alice_client, court, "ESP")
        near, far = page.split('<optgroup label="Plus loin">')
        around = {
            label
            for name in load_map("scandinavie").lands[fief].neighbours
            for label in [load_map("scandinavie").lands[name].label]
        }
        assert set(re.findall(r">([^<>]+) – [^<>]+</option>", near)) == around
        assert not around & set(re.findall(r">([^<>]+) – [^<>]+</option>", far))

    def test_completion_offers_what_is_near_and_says_who_a_number_is(self, court, alice, fief, alice_client):
        words = alice_client.get(f"/parties/{court.code}/cour/mots/").json()
        around = sorted(load_map("scandinavie").lands[fief].neighbours)
        assert words["words"]["land"][: len(around)] == around
        assert sorted(words["reach"]["C1"]) == around
        assert words["hints"]["C1"] == f"Hawkmoon, {load_map('scandinavie').lands[fief].label}, 0 h."
        assert look(court, alice).view["me"]["knights"][0]["id"] == "C1"

    def test_an_impossible_order_names_the_lord_it_was_meant_for(self, court, bob, alice_client):
        name = court.seats.get(user=bob).name
        post(alice_client, court, "texte", text=f'PAR * "{name}"')
        page = alice_client.get(f"/parties/{court.code}/").content.decode().replace("\n", "")
        assert re.search(
            rf'<code class="order-text" title="Participer à une joute">PAR \* [^<]*{name}[^<]*</code>', page
        )

    def test_taxes_of_many_lands_are_one_line_of_the_forecast(self, court, fief, alice_client):
        post(alice_client, court, "texte", text=f"ARM {fief} 500\nARM {fief} 700")
        page = alice_client.get(f"/parties/{court.code}/").content.decode()
        assert "Lever une armée × 2" in page
        assert "−1\u202f200" in page
