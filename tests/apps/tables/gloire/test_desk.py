"""The order desk: three ways to one draft, with and without JavaScript, and nothing shown to anyone else."""

import re

import pytest

from apps.games.models import Draft, Submission
from apps.games.services.steps import due
from apps.games.table.sight import look
from apps.games.timing.clock import database_now
from apps.tables.gloire.desk.edits import add_order, move_order, remove_order, still_sensible
from engines.gloire.advice import advisors
from engines.gloire.maps import load_map
from tests.apps.tables.gloire.court import drafted, home, open_court, pending, post
from tests.pages import page_of, source


def test_form_adds_an_order_and_leads_back_to_the_desk(court, fief, alice_client):
    answer = post(alice_client, court, "ajouter", code="ARM", land=fief, amount="1000")
    assert (answer.status_code, answer.url) == (302, f"/parties/{court.code}/?siege=0#desk")
    assert drafted(court) == [{"code": "ARM", "land": fief, "amount": 1000}]
    assert f"ARM {fief} 1000" in page_of(alice_client, court)


def test_tax_brings_the_best_gift_with_it(court, fief, alice_client):
    """Rulebook 8.1.2: at the start a gift of 10 × population × wealth × 0.0833 × 0.6² doubles what is left at
    level 4."""
    post(alice_client, court, "ajouter", code="IMP", land=fief, level="4", gift="best")
    assert drafted(court) == [
        {"code": "IMP", "level": 4, "land": fief},
        {"code": "RED", "amount": 1980, "land": fief},
    ]


def test_tax_without_gift_and_with_a_gift_of_ones_own(court, fief, alice_client):
    post(alice_client, court, "ajouter", code="IMP", land=fief, level="4", gift="none")
    assert drafted(court) == [{"code": "IMP", "level": 4, "land": fief}]
    post(alice_client, court, "ajouter", code="IMP", land=fief, level="5", gift="own", gift_own="300")
    assert drafted(court) == [
        {"code": "IMP", "level": 5, "land": fief},
        {"code": "RED", "amount": 300, "land": fief},
    ]


def test_typed_line_is_read_in_the_old_syntax(court, fief, alice_client):
    post(alice_client, court, "ligne", line=f"imp 6 {fief.lower()}\nche 2 # deux chevaliers")
    assert drafted(court) == [{"code": "IMP", "level": 6, "land": fief}, {"code": "CHE", "count": 2}]


def test_mistyped_line_changes_nothing_and_says_what_would_be_right(court, fief, alice_client):
    answer = post(alice_client, court, "ligne", htmx=True, line=f"IMP 6 {fief[:-1]}X")
    assert answer.status_code == 422
    assert f"Vouliez-vous dire {fief}" in answer.content.decode()
    assert f'value="IMP 6 {fief[:-1]}X"' in answer.content.decode()
    assert drafted(court) == []


def test_pasted_list_keeps_what_cannot_be_read_with_its_line(court, fief, alice_client):
    typed = f"IMP 6 {fief}\nRED cent {fief}\nCHE 1"
    post(alice_client, court, "texte", text=typed)
    assert [order["code"] for order in drafted(court)] == ["IMP", "CHE"]
    page = page_of(alice_client, court)
    assert "Ligne 2" in page
    assert "RED cent" in page


def test_another_lords_land_is_refused_by_the_engine(court, alice_client, bob):
    other = home(court, bob)
    answer = post(alice_client, court, "ajouter", htmx=True, code="IMP", land=other, level="3")
    assert answer.status_code == 422
    assert "n’est pas à vous" in answer.content.decode()
    assert drafted(court) == []


def test_a_refused_form_says_why_in_the_form_and_leaves_the_desk_alone(court, alice_client, bob):
    answer = post(
        alice_client, court, "ajouter", htmx=True, form="1", code="IMP", land=home(court, bob), level="3"
    )
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "#order-preview")
    assert 'role="alert"' in answer.content.decode()
    assert 'id="desk"' not in answer.content.decode()


def test_without_javascript_a_refused_form_comes_back_as_it_was_filled_in(court, fief, alice_client, bob):
    answer = post(alice_client, court, "ajouter", form="1", code="IMP", land=home(court, bob), level="3")
    assert answer.url == f"/parties/{court.code}/cour/ordre/IMP/?level=3&land={home(court, bob)}&siege=0"
    again = alice_client.get(answer.url).content.decode()
    assert "n’est pas à vous" in again
    assert re.search(r'name="level"[^>]* value="3"', again)
    answer = post(
        alice_client, court, "ajouter", form="1", code="ORG", places="1", prize="600", password="hermine"
    )
    assert answer.url == f"/parties/{court.code}/cour/ordre/ORG/?places=1&prize=600&siege=0"


def test_from_its_own_page_an_order_leads_to_the_desk_which_says_so_once(court, fief, alice_client):
    answer = post(
        alice_client, court, "ajouter", htmx=True, form="1", alone="1", code="ARM", land=fief, amount="1000"
    )
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (
        200,
        f"/parties/{court.code}/?siege=0#desk",
    )
    said = f'<p class="desk-said">Ajouté au brouillon\xa0: ARM {fief} 1000</p>'
    board = f"/parties/{court.code}/plateau/"
    assert said not in source(
        alice_client.get(board, headers={"HX-Request": "true"})
    )  # news do not take it away
    assert source(alice_client.get(f"/parties/{court.code}/")).count(said) == 1
    assert "Ajouté au brouillon" not in page_of(alice_client, court)


def test_pages_without_a_desk_ask_for_none(court, fief, alice_client):
    for page in ("cour/ordre/IMP/", f"cour/terre/{fief}/"):
        shown = source(alice_client.get(f"/parties/{court.code}/{page}"))
        assert re.findall(r'hx-target="([^"]+)"', shown) == (
            ["#order-preview"] * 2 if "ordre" in page else []
        )


def test_without_javascript_the_refusal_stands_beside_the_form_and_nowhere_else(court, alice_client, bob):
    answer = post(alice_client, court, "ajouter", form="1", code="IMP", land=home(court, bob), level="3")
    again = source(alice_client.get(answer.url))
    assert again.count("n’est pas à vous") == 1
    assert "n’est pas à vous" in again.partition('id="order-preview"')[2]
    post(alice_client, court, "ligne", line="IMP 3")
    again = source(alice_client.get(f"/parties/{court.code}/"))
    assert '<p class="notice notice-error">' in again.partition('id="desk-said"')[2].partition("</div>")[0]


def test_removing_names_the_order_so_that_an_old_page_takes_nothing_else_away(court, fief, alice_client):
    post(alice_client, court, "texte", text=f"CHE 1\nIMP 6 {fief}")
    assert post(alice_client, court, "ranger", htmx=True, do="away 1 CHE").status_code == 422
    post(alice_client, court, "ranger", do="away 1 IMP")
    assert drafted(court) == [{"code": "CHE", "count": 1}]


def test_attack_form_offers_first_what_its_knight_can_reach(court, fief, alice_client):
    page = alice_client.get(f"/parties/{court.code}/cour/ordre/ATT/").content.decode()
    offered = re.findall(
        r'<option value="([A-Z-]+)"[^>]*>([^<]+)</option>',
        page.partition('name="land"')[2].partition("</select>")[0],
    )
    near = load_map("scandinavie").lands[fief].neighbours
    assert {name for name, _words in offered[:-1]} == set(near)
    assert all(words.endswith("– indépendante") for _name, words in offered[:-1])
    assert offered[-1][0] == fief
    assert offered[-1][1].endswith("– à vous")


def test_knights_that_would_empty_the_purse_are_a_warning(court, fief, alice_client):
    """Five knights cost some 1,700 écus in the mean: with the levy of nearly all the treasury they cannot be
    paid."""
    post(alice_client, court, "texte", text=f"CHE 5\nARM {fief} 4900")
    page = page_of(alice_client, court)
    assert "Si les chevaliers appelés coûtent ce qu’on en attend, il manquera environ" in page
    assert "en phase 5 (lever une armée)" in page
    post(alice_client, court, "texte", text=f"ARM {fief} 4000")
    assert "Si les chevaliers appelés" not in page_of(alice_client, court)


def test_orders_are_shown_in_the_order_of_the_phases_with_the_treasury(court, fief, alice_client):
    post(alice_client, court, "texte", text=f"CHE 1\nRED 500 {fief}\nIMP 6 {fief}")
    page = page_of(alice_client, court)
    shown = re.findall(r'<code class="order-text"[^>]*>(\w+)', page)
    assert shown == ["IMP", "RED", "CHE"]
    assert 'id="phase-3"' in page
    assert 'id="phase-5"' in page


def test_a_warning_stands_on_its_order_and_lets_it_be_sealed(court, fief, alice_client):
    near = next(name for name in load_map("scandinavie").lands[fief].neighbours)
    post(alice_client, court, "ligne", line=f"ATT C1 {near} 0")
    page = page_of(alice_client, court)
    assert "has-warning" in page
    assert "ne commande aucun homme" in page
    assert re.search(r'button-seal">', page)


def test_unpayable_upkeep_is_foretold(court, fief, alice_client):
    post(alice_client, court, "texte", text=f"ARM {fief} 5000")
    assert "pour les soldes et l’entretien (phase 15)" in page_of(alice_client, court)


def test_sealing_gives_a_receipt_and_may_be_revised_until_the_deadline(court, fief, alice_client):
    post(alice_client, court, "texte", text="CHE 1")
    page = page_of(alice_client, court)
    action = re.search(r'name="action" value="([^"]+)"', page).group(1).replace("&quot;", '"')
    data = {"step": pending(court).n, "seat": 0, "key": "clef-du-sceau", "action": action}
    alice_client.post(f"/ordres/{court.code}/", data)
    sealed = Submission.objects.get(seat__number=0)
    page = page_of(alice_client, court)
    assert sealed.decision() == {"orders": [{"code": "CHE", "count": 1}]}
    assert f"Reçu : {sealed.receipt[:12]}" in page
    post(alice_client, court, "ajouter", code="CHE", count="2")
    assert "c’est elle qui compte tant que vous ne scellez pas" in page_of(alice_client, court)
    post(alice_client, court, "reprendre", revision="1")
    assert drafted(court) == [{"code": "CHE", "count": 1}]


def test_after_the_deadline_the_desk_is_read_only_and_says_why(court, alice_client):
    post(alice_client, court, "texte", text="CHE 1")
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    page = page_of(alice_client, court)
    assert "L’échéance est passée" in page
    assert "Sceller mes ordres" not in page
    answer = post(alice_client, court, "ajouter", code="CHE", count="2")
    assert answer.status_code == 302
    assert drafted(court) == [{"code": "CHE", "count": 1}]


def test_last_turns_orders_can_be_taken_again(court, fief, alice, alice_client):
    post(alice_client, court, "texte", text=f"IMP 2 {fief}\nCHE 1")
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)
    post(alice_client, court, "copier")
    assert drafted(court) == [{"code": "IMP", "level": 2, "land": fief}, {"code": "CHE", "count": 1}]


def test_treasurer_fills_in_taxes_for_every_land(court, fief, alice_client):
    post(alice_client, court, "texte", text="CHE 1")
    post(alice_client, court, "argentier")
    codes = [order["code"] for order in drafted(court)]
    assert codes[-1] == "CHE"
    assert set(codes[:-1]) <= {"IMP", "RED"}
    assert {order["land"] for order in drafted(court)[:-1]} == {fief}


def test_preview_tells_cost_and_effect_and_changes_nothing(court, fief, alice_client):
    data = {"seat": 0, "land": fief, "level": "4", "gift": "best"}
    answer = alice_client.post(
        f"/parties/{court.code}/cour/ordre/IMP/apercu/", data, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert "bonheur 20 → 12" in text
    assert 'data-gift-best="1\u202f980"' in text
    assert drafted(court) == []


def test_preview_of_a_second_levy_speaks_of_that_one_alone(court, fief, alice_client):
    post(alice_client, court, "texte", text=f"ARM {fief} 1000")
    data = {"seat": 0, "land": fief, "amount": "1000"}
    answer = alice_client.post(
        f"/parties/{court.code}/cour/ordre/ARM/apercu/", data, headers={"HX-Request": "true"}
    )
    assert answer.content.decode().count("en garnison") == 1


def test_first_fallback_of_an_attack_is_half_of_the_men_the_draft_gives(court, fief, alice_client):
    """A knight-lord who fights to his last man ends his house: nobody is led there by a first value."""
    post(alice_client, court, "texte", text=f"ARM {fief} 4500 C1")
    page = alice_client.get(f"/parties/{court.code}/cour/ordre/ATT/?knight=C1").content.decode()
    men = advisors.levy(look(court, court.seats.get(number=0).user).view, fief, 4500).men
    assert men > 800
    assert f'name="men" min="0" max="10000000" value="{men // 2}"' in page


def test_first_amount_is_no_more_than_the_draft_leaves(court, fief, alice_client):
    post(alice_client, court, "texte", text=f"ARM {fief} 4500")
    page = alice_client.get(f"/parties/{court.code}/cour/ordre/RED/").content.decode()
    left = int(re.search(r'name="amount" min="1" max="10000000" value="(\d+)"', page).group(1))
    assert 0 < left < 500


@pytest.mark.parametrize("code", ["IMP", "ARM", "CHE", "INI", "FOR", "ESP", "GUE", "ORG"])
def test_every_form_is_a_page_of_its_own_without_javascript(court, alice_client, code):
    answer = alice_client.get(f"/parties/{court.code}/cour/ordre/{code}/")
    assert answer.status_code == 200
    assert f'name="code" value="{code}"' in answer.content.decode()


def test_others_see_neither_desk_nor_draft(court, fief, alice_client, bob_client, charlie_client):
    post(alice_client, court, "texte", text=f"ORG 4 700 motsecret\nIMP 7 {fief}")
    for client in (bob_client, charlie_client):
        for address in ("", "cour/carte/", f"cour/terre/{fief}/", "cour/mots/", "plateau/"):
            text = client.get(f"/parties/{court.code}/{address}").content.decode()
            assert "motsecret" not in text
            assert f"IMP 7 {fief}" not in text
    answer = charlie_client.post(
        f"/parties/{court.code}/cour/ordres/ajouter/", {"step": 1, "seat": 0, "code": "CHE", "count": 1}
    )
    assert answer.status_code == 404


def test_a_stale_page_is_told_to_look_again(court, alice_client):
    answer = post(alice_client, court, "ajouter", htmx=True, step=99, code="CHE", count="1")
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")


def test_training_shows_the_button_that_resolves_the_turn(alice):
    from apps.games.models import Game
    from tests.apps.tables.gloire.conftest import signed_in

    game = open_court(alice, None, kind=Game.Kind.TRAINING)
    assert "Résoudre le tour" in page_of(signed_in(alice), game)


@pytest.mark.parametrize("nonsense", [3, {"orders": 5}, {"orders": [{"code": "XXX"}, 7, {"code": "IMP"}]}])
def test_whatever_a_draft_holds_the_page_stands(court, alice_client, alice, nonsense):
    """As older versions may have stored it."""
    Draft.objects.create(
        step=pending(court), seat=court.seats.get(number=0), action=nonsense, author=alice, holder=alice
    )
    assert alice_client.get(f"/parties/{court.code}/").status_code == 200


def test_lines_of_a_draft_that_are_no_orders_are_told(court, alice_client, alice):
    lines = [{"code": "XXX", "land": "NARVIK"}, {"code": ["IMP"]}, {"code": "CHE", "count": 1}]
    Draft.objects.create(
        step=pending(court), seat=court.seats.get(number=0), action={"orders": lines}, holder=alice
    )
    page = page_of(alice_client, court)
    told = "2 lignes du brouillon ne sont pas des ordres et ne compteront pas : « XXX NARVIK », « ? »."
    assert told in page
    assert "CHE 1" in page


# --- changes to a list, pure --------------------------------------------------------------------------------

TAX = {"code": "IMP", "level": 4, "land": "NARVIK"}
GIFT = {"code": "RED", "amount": 10, "land": "NARVIK"}
FIRST = {"code": "ATT", "knight": "C1", "land": "THULE", "men": 10}
SECOND = {"code": "ATT", "knight": "C2", "land": "THULE", "men": 10}


def test_new_tax_takes_the_place_of_the_old_one():
    assert add_order([TAX, GIFT], {**TAX, "level": 6}) == [{**TAX, "level": 6}, GIFT]


def test_levies_add_up():
    levy = {"code": "ARM", "land": "NARVIK", "amount": 100}
    assert add_order([levy], levy) == [levy, levy]


def test_moving_exchanges_only_orders_of_the_same_pass():
    assert move_order([FIRST, TAX, SECOND], 2, True, set()) == [SECOND, TAX, FIRST]
    assert move_order([TAX, GIFT], 1, True, set()) == [TAX, GIFT]
    assert move_order([FIRST], 5, True, set()) == [FIRST]


def test_removing_beyond_the_list_changes_nothing():
    assert remove_order([TAX], 4) == [TAX]


def test_only_orders_about_what_is_still_mine_are_taken_again():
    view = {
        "me": {"seat": 0, "knights": [{"id": "C1"}], "garrisons": []},
        "lands": {"NARVIK": {"owner": 0}, "THULE": {"owner": 1}},
    }
    lost = {"code": "IMP", "level": 4, "land": "THULE"}
    assert still_sensible(view, [TAX, lost, FIRST, SECOND]) == [TAX, FIRST]
