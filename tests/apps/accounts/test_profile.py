"""What one sets for oneself, and the public page."""

import pytest
from django.utils.html import escape

from apps.accounts.models import MailPreference, User
from apps.accounts.queries import mail_choices, mail_frequencies
from apps.accounts.registries import profile_sections
from apps.accounts.services import choose_mail, retire_account

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_preferences_are_kept_and_touch_nothing_else(client, alice):
    client.force_login(alice)
    form = {
        "presentation": "Bonjour *à tous*",
        "time_zone": "America/Montreal",
        "language": "fr",
        "role": "referee",
    }
    assert client.post("/compte/preferences/", form).status_code == 302
    alice.refresh_from_db()
    assert (alice.presentation, alice.time_zone, alice.role) == (
        "Bonjour *à tous*",
        "America/Montreal",
        "player",
    )


@pytest.mark.parametrize(
    ("field", "value"), [("time_zone", "Mars/Olympus"), ("language", "en"), ("presentation", "x" * 4001)]
)
def test_bad_preference_changes_nothing(client, alice, field, value):
    client.force_login(alice)
    form = {"presentation": "Bonjour", "time_zone": "Europe/Paris", "language": "fr", field: value}
    response = client.post("/compte/preferences/", form)
    assert list(response.context["form"].errors) == [field]
    alice.refresh_from_db()
    assert alice.presentation == ""


def test_arms_are_composed_and_kept(client, alice):
    client.force_login(alice)
    form = {"division": "plain", "first": "gules", "charge": "lion", "charge_tincture": "or", "count": "1"}
    assert client.post("/compte/armoiries/", {**form, "see": "1"}).status_code == 200
    alice.refresh_from_db()
    assert alice.arms == ""
    assert client.post("/compte/armoiries/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.arms == "gules; lion or"


def test_arms_that_break_the_rule_are_refused(client, alice):
    client.force_login(alice)
    form = {"division": "plain", "first": "gules", "charge": "lion", "charge_tincture": "azure", "count": "1"}
    assert client.post("/compte/armoiries/", form).status_code == 200
    alice.refresh_from_db()
    assert alice.arms == ""


def test_feed_token_is_renewed(client, alice):
    client.force_login(alice)
    before = alice.feed_token
    client.post("/compte/calendrier/renouveler/")
    alice.refresh_from_db()
    assert alice.feed_token != before


def test_mail_choices_are_kept_only_where_they_differ(client, alice):
    client.force_login(alice)
    form = {key: frequency.value for key, frequency in mail_choices(alice).items() if key != "security"}
    client.post("/compte/courrier/", {**form, "letters": "never", "mentions": "at_once"})
    assert dict(MailPreference.objects.values_list("kind", "frequency")) == {
        "letters": "never",
        "mentions": "at_once",
    }
    assert mail_choices(alice)["letters"] == "never"
    client.post("/compte/courrier/", form)
    assert not MailPreference.objects.exists()


def test_codes_and_security_cannot_be_switched_off(client, alice):
    client.force_login(alice)
    form = {key: frequency.value for key, frequency in mail_choices(alice).items()}
    client.post("/compte/courrier/", {**form, "security": "never"})
    assert mail_choices(alice)["security"] == "at_once"
    with pytest.raises(Exception, match="ne se règle pas ainsi"):
        choose_mail(alice, {"security": "never"})


def test_a_frequency_that_a_kind_does_not_offer_is_refused(client, alice):
    client.force_login(alice)
    form = {key: frequency.value for key, frequency in mail_choices(alice).items()}
    response = client.post("/compte/courrier/", {**form, "bilan": "daily"})
    assert list(response.context["form"].errors) == ["bilan"]


def test_frequencies_of_many_people_take_one_query(alice, bob, charlie, django_assert_num_queries):
    choose_mail(bob, {"letters": "daily"})
    with django_assert_num_queries(1):
        found = mail_frequencies([alice.pk, bob.pk, charlie.pk], "letters")
    assert found == {alice.pk: "at_once", bob.pk: "daily", charlie.pk: "at_once"}


def test_public_page_shows_the_presentation_and_never_the_address(client, alice, bob, referee):
    User.objects.filter(pk=alice.pk).update(presentation="Bonjour *à tous*")
    for viewer in (None, bob, alice, referee):
        if viewer:
            client.force_login(viewer)
        html = client.get("/compte/joueur/Alice/").content.decode()
        assert "<em>à tous</em>" in html
        assert "alice@example.test" not in html


def test_public_page_answers_to_the_registered_spelling(client, make_user):
    make_user("Jean-René")
    answer = client.get("/compte/joueur/jean%20rene/")
    assert answer.headers["Location"] == "/compte/joueur/Jean-Ren%C3%A9/"


def test_public_page_of_nobody_or_of_an_unverified_account_is_not_found(client, alice):
    alice.emailaddress_set.update(verified=False)
    assert client.get("/compte/joueur/Alice/").status_code == 404
    assert client.get("/compte/joueur/Personne/").status_code == 404


def test_public_page_of_a_bot_and_of_a_retired_player(client, alice):
    from django.utils import timezone

    User.objects.create(username="Automate Gaspard", is_bot=True)
    assert "automate" in client.get("/compte/joueur/Automate Gaspard/").content.decode()
    retire_account(alice, timezone.now())
    assert client.get("/compte/joueur/Alice/").status_code == 404
    assert client.get(f"/compte/joueur/Joueur retiré {alice.pk}/").status_code == 200


def test_presentation_renders_neither_html_nor_pictures_nor_scripts(client, alice):
    payload = (
        "<script>x()</script> ![i](https://e.example/i.png) [l](javascript:x) <b onclick=x>b</b> "
        "[s](https://s.example/)\n# T"
    )
    User.objects.filter(pk=alice.pk).update(presentation=payload)
    html = client.get("/compte/joueur/Alice/").content.decode()
    assert escape("<script>x()</script>") in html
    assert "<img" not in html.split("<main")[1]
    assert 'href="javascript' not in html
    assert "<b onclick" not in html
    assert '<a href="https://s.example/" rel="nofollow ugc noopener noreferrer">s</a>' in html
    assert "<h3>T</h3>" in html


def test_other_apps_add_sections_to_the_public_page(client, alice, bob, monkeypatch):
    monkeypatch.setattr(profile_sections, "_sections", {})
    seen = []

    def content(viewer, player):
        seen.append((viewer, player))
        return {"text": "Trois parties jouées"} if viewer.is_authenticated else None

    profile_sections.register("games", "accounts/second_factor_needed.html", content)
    with pytest.raises(ValueError, match="twice"):
        profile_sections.register("games", "x.html", content)
    assert client.get("/compte/joueur/Alice/").context["sections"] == []
    client.force_login(bob)
    shown = client.get("/compte/joueur/Alice/").context["sections"]
    assert [section["section"] for section in shown] == [{"text": "Trois parties jouées"}]
    assert seen[-1] == (bob, alice)


def test_pages_show_times_in_the_reader_s_zone(client, alice, referee):
    from datetime import UTC, datetime

    User.objects.filter(pk=alice.pk).update(date_joined=datetime(2024, 1, 1, 2, 0, tzinfo=UTC))
    User.objects.filter(pk=referee.pk).update(time_zone="America/Montreal")
    client.force_login(referee)
    assert "31 décembre 2023" in client.get(f"/compte/arbitre/{alice.pk}/").content.decode()
