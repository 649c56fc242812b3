"""The BILAN: complete, the same in HTML and plain text, and silent about what the others hide."""

import re

import pytest

from apps.site.numbers import roman
from apps.tables.gloire.bilan.house import ledger
from apps.tables.gloire.bilan.reports import reports_of
from apps.tables.gloire.bilan.sheet import bare, letter
from apps.tables.gloire.bilan.tale import Tale, change, enumeration, men, place
from engines.core.contract import Event
from engines.core.dice import Dice
from engines.gloire.maps import load_map
from engines.gloire.state import Knight
from tests.apps.tables.gloire.chronicle import NAMES, RULES, a_game, bot_game, happening, opened, seats, turn

pytestmark = pytest.mark.django_db  # the next deadline is read from the stored step


@pytest.fixture(scope="module")
def told():
    return bot_game(40)


def tale(one, seat):
    turn = next((event.params["turn"] for event in one.events if event.kind == "turn"), 0)
    return Tale(seat, RULES.view(one.before, seat), RULES.view(one.after, seat), one.seen_by(seat), turn)


def words(html):
    return re.sub(r"<[^>]+>", " ", html)


def test_ledger_of_every_turn_and_lord_adds_up_without_unnamed_movements(told):
    for one in told[1:]:
        for seat in range(10):
            here = tale(one, seat)
            entries = ledger(here)
            assert here.was["treasury"] + sum(amount for _what, amount in entries) == here.now["treasury"]
            assert "Autres mouvements" not in [what for what, _amount in entries], (one.n, seat, entries)


def test_every_living_lord_has_one_bilan_a_turn_and_a_fallen_one_reads_only_the_end(told):
    fallen = set()
    for one in told:
        told_to = [draft.seat for draft in reports_of(one, seats(10))]
        assert told_to == [seat for seat in range(10) if one.over or seat not in fallen]
        fallen |= {lord for lord in range(10) if not one.after.lords[lord].alive}


def test_every_order_and_the_cause_of_every_refusal_stand_in_both_bodies():
    state = opened().state
    home = state.lords[0].home
    orders = f"IMP 5 {home}\nRED 900000 {home}\nALL Rodrigue\nPAR C1 Hyliath sesame\nFOR {home} enceinte"
    draft = reports_of(turn(state, {0: orders}), seats(10))[0]
    for body in (draft.text, words(draft.html)):
        for typed in (f"IMP 5 {home}", f"RED 900000 {home}", "ALL Rodrigue", f"FOR {home} enceinte"):
            assert typed in body
        assert "Rodrigue n’a pas donné le même ordre" in body
        assert "il n’y a pas de telle joute, ou le mot de passe est faux" in body
        assert "sesame" not in body
    assert draft.html.count('<tr class="refused">') == 3


def test_plain_text_tells_every_figure_that_the_html_shows(told):
    """Dates, pages and ornaments aside: what is a number in one body is in the other."""
    for one in told[::6]:
        for draft in reports_of(one, seats(10))[:3]:
            shown = set(re.findall(r"\d+(?:,\d+)?", words(draft.html)))
            assert shown - set(re.findall(r"\d+(?:,\d+)?", draft.text)) == set()


def test_html_has_nothing_a_mail_or_the_content_policy_would_refuse(told):
    for one in told[::8]:
        for draft in reports_of(one, seats(10)):
            assert not re.search(r"<script|<style|style=|\son\w+=|<img|javascript:", draft.html)
            for tag in ("table", "tr", "td", "th", "ul", "li", "p", "strong", "details", "div", "h2"):
                assert draft.html.count(f"<{tag}>") + draft.html.count(f"<{tag} ") == draft.html.count(
                    f"</{tag}>"
                ), tag


def test_battles_are_folded_on_the_site_and_open_in_mail(told):
    folded = next(draft for one in told for draft in reports_of(one, seats(10)) if "<details" in draft.html)
    mailed = letter(folded.html)
    assert "<details" not in mailed
    assert "<summary" not in mailed
    assert words(mailed).split() == words(folded.html).split()


def test_names_chosen_by_players_are_escaped():
    names = ['<b>Gros</b> & "Lard"', *NAMES[1:]]
    for one in bot_game(2, names=names):
        for draft in reports_of(one, seats(10)):
            assert "<b>" not in draft.html
    assert "&lt;b&gt;Gros&lt;/b&gt; &amp; &quot;Lard&quot;" in draft.html


def test_first_bilan_tells_fief_neighbours_goals_and_the_seeds_fingerprint(told):
    first = reports_of(told[0], seats(10))[4]
    home = told[0].after.lords[4].home
    assert first.subject == "Scandinavie VII : la course au trône commence"
    body = first.text.replace("\u202f", " ")
    for part in (tale_label(home), "5 000 écus", "999", "16 terres", "c0ffee", "IMP", "ATT"):
        assert part in body
    assert "BILAN DU TOUR" not in first.text


def tale_label(name):
    return load_map("scandinavie").lands[name].label


def test_last_bilan_has_the_ranking_the_seed_and_the_verification():
    told = bot_game(60, a_game(seed=b"\x01\xab" * 16), turns=10)
    last = told[-1]
    assert last.over
    for draft in reports_of(last, seats(10)):
        assert draft.subject == "Scandinavie VII : le couronnement"
        for part in ("01ab" * 16, "/parties/essai/verifier/", last.chain, "c0ffee"):
            assert part in draft.text
            assert part in draft.html
    for earlier in told[:-1]:
        assert not any("01ab" * 16 in draft.text + draft.html for draft in reports_of(earlier, seats(10)))


def test_subjects_hold_no_news(told):
    """A subject is read over shoulders and kept in logs: the game and the turn, nothing else."""
    for one in told[1:-1]:
        assert {draft.subject for draft in reports_of(one, seats(10))} <= {
            f"Scandinavie VII : bilan du tour {one.n}",
            "Scandinavie VII : le couronnement",
        }


def test_lost_attack_tells_its_odds():
    state = opened().state
    state.knights[0].men = 20
    home = state.lords[0].home
    target = next(n for n in load_map("scandinavie").lands[home].neighbours if state.lands[n].owner is None)
    draft = reports_of(turn(state, {0: f"ATT C1 {target} 10"}), seats(10))[0]
    assert "Pourquoi" in draft.text
    assert "presque aucune chance" in draft.text
    assert '<p class="why">' in draft.html


# --- canaries -----------------------------------------------------------------------------------------------

CANARY_ECUS, CANARY_WEALTH, CANARY_KNIGHT, CANARY_WORD = (
    987_653,
    0.4321,
    "Canari de Roncevaux",
    "sesamecanari",
)


def canary_turn():
    """Rodrigue is rich, served by a knight of a telling name, and gives orders nobody else may learn of."""
    state = opened().state
    rival, home = state.lords[1], state.lords[1].home
    rival.treasury = CANARY_ECUS
    state.lands[home].wealth = CANARY_WEALTH
    state.knights.append(Knight("C77", CANARY_KNIGHT, 1, 61.37, home, wage=61, men=1234))
    state.next_knight = 78
    orders = (
        f"IMP 7 {home}\nORG 4 6123 {CANARY_WORD}\nDEF C77 777\nFOR {home} enceinte\nREN C2 "
        f"Serinus\nPAR C77 Rodrigue {CANARY_WORD}"
    )
    return turn(state, {1: orders, 0: f"IMP 3 {state.lords[0].home}"})


def test_no_other_lord_reads_treasury_wealth_knights_orders_or_password():
    one = canary_turn()
    drafts = {draft.seat: draft for draft in reports_of(one, seats(10))}
    secret = (
        "987653",
        "987 653",
        "0,43",
        "0.43",
        CANARY_KNIGHT,
        "C77",
        "61,37",
        "1 234",
        "6 123",
        "Serinus",
        "sesame",
        "enceinte",
        "777",
    )
    own = drafts[1].text.replace("\u202f", " ")
    assert all(word in own for word in (CANARY_KNIGHT, "C77", "6 123", "Serinus", "enceinte", "987 653"))
    assert CANARY_WORD not in own
    for seat, draft in drafts.items():
        body = (draft.text + words(draft.html)).replace("\u202f", " ")
        assert CANARY_WORD not in body
        if seat != 1:
            assert [word for word in secret if word in body] == []


def test_bilan_is_the_same_when_all_that_is_hidden_from_its_reader_changes(told):
    """Built from the seat's views and events alone: scrambling the rest of both positions changes no byte."""
    for one in told[1:-1:5]:
        for seat in (0, 3, 8):
            if not one.before.lords[seat].alive:
                continue
            dice = Dice(b"brouillard", one.n)
            hidden = happening(
                one.game,
                one.n,
                RULES.scramble(one.before, seat, dice),
                as_step(RULES.scramble(one.after, seat, dice), one.seen_by(seat)),
                {},
            )
            seen, blind = (reports_of(which, seats(10)) for which in (one, hidden))
            assert next(d for d in seen if d.seat == seat) == next(d for d in blind if d.seat == seat)


def as_step(state, events):
    from engines.core.contract import Step

    return Step(state, tuple(events))


# --- the prose ----------------------------------------------------------------------------------------------


def prose(*events, seat=0):
    """The first paragraph of a story, from events put together by hand."""
    from apps.tables.gloire.bilan.feats import feats

    state = opened().state
    view = RULES.view(state, seat)
    return [bare(one) for one in feats(Tale(seat, view, view, events, 3))]


def taken(lord, land, before, unopposed=True):
    return Event("land_taken", {"lord": lord, "land": land, "before": before, "unopposed": unopposed})


def test_lands_found_empty_are_told_together():
    assert prose(taken(0, "OULU", 1), taken(0, "VAASA", 1)) == [
        "Oulu et Vaasa se sont ouvertes sans combat devant vos gens : la maison Rodrigue les avait "
        "laissées sans défense."
    ]


def test_losses_to_one_house_are_told_together():
    lost = [taken(1, "OULU", 0, False), taken(1, "VAASA", 0), taken(1, "MIKELI", 0)]
    assert prose(*lost) == [
        "La maison Rodrigue vous a pris Oulu par les armes, et Vaasa et Mikeli sans combat : personne "
        "n’y veillait."
    ]
    assert prose(*lost[1:2]) == [
        "La maison Rodrigue vous a pris Vaasa sans combat : personne ne gardait cette terre."
    ]


def test_the_lord_reads_of_himself_as_vous():
    state = opened().state
    orders = {0: "GUE Rodrigue\nALL Hyliath", 2: "ALL Hawkmoon"}
    draft = reports_of(turn(state, orders), seats(10))[0]
    assert "- Vous déclarez la guerre à Rodrigue." in draft.text
    assert "- Une alliance vous lie désormais à Hyliath." in draft.text
    assert "Votre allié\u00a0: Hyliath. Votre ennemi\u00a0: Rodrigue." in draft.text


def test_no_bilan_of_a_whole_game_breaks_elision_agreement_or_repeats_a_name(told):
    clumsy = re.compile(
        r"\bde [AEIOUYÉÈÊÂÎÔ]\w+ (?:mène|a |est )|\b[01] (?:hommes|écus|terres|passes|ordres)\b|(\w+), "
        r"de la maison \1\b"
        r"|([^\W\d]\w+) \(\2\)|,,|\.\.(?!\.)|\S  [a-zé]|le voilà|\bde Élienor|\{|\}"
    )
    for one in told:
        for draft in reports_of(one, seats(10)):
            body = re.sub(r"^ +(?:passe|tour) \d.*$|^ +[✓≈✗>] .*$|^[> ] \d+e.*$", "", draft.text, flags=re.M)
            assert clumsy.search(body) is None, (one.n, draft.seat, clumsy.search(body))


# --- fortunes -----------------------------------------------------------------------------------------------


def fortune(**men_at_home):
    """Hawkmoon at home with a free neighbour taken by Rodrigue, whose knight Aubry stands there with 1,500
    men."""
    state = opened().state
    home = state.lords[0].home
    near, further = [
        n for n in load_map("scandinavie").lands[home].neighbours if state.lands[n].owner is None
    ][:2]
    state.turn, state.lands[near].owner = 6, 1
    state.knights[0].men = men_at_home.get("men", 0)
    state.knights.append(Knight("C50", "Aubry", 1, 96.0, near, wage=90, men=1500))
    state.next_knight = 51
    return state, home, near, further


def told_to(one, seat):
    text = next(draft.text for draft in reports_of(one, seats(10)) if draft.seat == seat)
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def test_a_lord_who_falls_reads_where_against_whom_and_what_now():
    state, home, _near, _further = fortune(men=30)
    one = turn(state, {1: f"ATT C50 {home} 300", 0: "DEF C1 0"})
    fallen, victor = told_to(one, 0), told_to(one, 1)
    land = tale_label(home)
    assert (
        f"Vous êtes tombé en l’an VI en défendant {land}, 30 hommes contre 1 500 que menait Aubry, de "
        "la maison Rodrigue."
    ) in fallen
    assert "La carte, tour après tour" in fallen
    assert "Écrire vos ordres" not in fallen
    assert f"Aubry (96 de renommée) a pris {land} à la maison Hawkmoon" in victor
    assert "paysans" not in victor
    assert f"- Rodrigue prend {land} à Hawkmoon." in victor
    assert f"{land} redevient indépendante" not in victor
    assert "- Hawkmoon tombe au combat contre Rodrigue : sa maison s’éteint." in victor


def test_a_felony_names_what_it_was():
    state, home, _near, _further = fortune(men=30)
    told = told_to(turn(state, {1: f"ATT C50 {home} 300"}), 1)
    assert (
        f"Attaquer {tale_label(home)} sans avoir déclaré la guerre à la maison Hawkmoon est une félonie"
        in told
    )
    state, home, _near, _further = fortune()
    state.lands[home].owner, state.knights[0].men = (
        2,
        800,
    )  # Rodrigue attacks Hyliath, whose ally Hawkmoon defends
    state.wars.append((1, 2))
    state.alliances.append((0, 2))
    told = told_to(turn(state, {1: f"ATT C50 {home} 300"}), 1)
    assert f"La maison Hawkmoon défendait {tale_label(home)} et n’était pas votre ennemie déclarée" in told


def test_a_revolt_names_the_tax_and_a_sale_its_price():
    state, _home, _near, further = fortune()
    state.lands[further].owner = 0
    told = told_to(turn(state, {0: f"IMP 10 {further}"}), 0)
    assert f"Saignée par un impôt de niveau 10, {tale_label(further)} s’est révoltée" in told
    state, _home, _near, further = fortune()
    state.lands[further].owner = 0
    one = turn(state, {0: f"VND Hyliath {further} 3000", 2: f"ACH Hawkmoon {further} 3000"})
    assert f"Vous avez vendu {tale_label(further)} à la maison Hyliath pour 3 000 écus." in told_to(one, 0)
    assert f"{tale_label(further)} : bonheur 20,0 ; vendue à Hyliath" in told_to(one, 0)
    assert f"Vous avez acheté {tale_label(further)} à la maison Hawkmoon pour 3 000 écus." in told_to(one, 2)


def test_a_lord_in_the_field_is_told_as_vous_and_a_failed_attack_is_no_success():
    state, _home, _near, further = fortune(men=300)
    told = told_to(turn(state, {0: f"ATT C1 {further} 250"}), 0)
    assert f"{tale_label(further)} — Vous menez 300 hommes" in told
    assert "vous vous repliez avec" in told
    assert "perdez 0 point" not in told
    assert "1 ordre, dont 1 sans succès." in told
    assert f"✗ ATT C1 {further} 250 — {tale_label(further)} tient bon" in told
    assert "Hawkmoon en personne" not in told


def test_a_land_lost_because_its_knight_went_to_attack_says_so():
    state, home, _near, further = fortune(men=3000)
    told = told_to(turn(state, {0: f"ATT C1 {further} 250", 1: f"ATT C50 {home} 100"}), 0)
    assert "Un chevalier parti à l’attaque ne défend pas la terre qu’il quitte." in told


# --- words --------------------------------------------------------------------------------------------------


def test_words_of_the_chronicle():
    assert [roman(n) for n in (1, 4, 9, 14, 40, 99)] == ["I", "IV", "IX", "XIV", "XL", "XCIX"]
    assert [men(n).replace("\u202f", " ") for n in (0, 1, 1200)] == ["0 homme", "1 homme", "1 200 hommes"]
    assert [enumeration(names) for names in ([], ["Oulu"], ["Oulu", "Vaasa", "Kymia"])] == [
        "",
        "Oulu",
        "Oulu, Vaasa et Kymia",
    ]
    assert [place(rank) for rank in (1, 4, None)] == ["1er", "4e", "†"]
    assert [change(*pair) for pair in ((10, 12.5), (10, 9), (10, 10.01))] == ["▲ 2,5", "▼ 1,0", "="]
