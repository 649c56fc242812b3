"""Mes courriers, one mail, the referees' list. Alice owns, Charlie is an outsider."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.accounts.services import choose_mail
from apps.courier.models import Attempt, Mail

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def failing(alice, posted):
    """One of Alice's mails in doubt, with the answer that left it so."""
    mail = posted(alice, subject="Le secret de Narvik", text="canari-bilan")
    Mail.objects.filter(pk=mail.pk).update(state=Mail.State.UNKNOWN, attempts=1)
    Attempt.objects.create(mail=mail, at=mail.created_at, result="unknown", answer="timed out")
    return Mail.objects.get(pk=mail.pk)


def page(client, name, *arguments):
    return client.get(reverse(f"courier:{name}", args=arguments)).content.decode()


def test_the_list_is_for_those_who_are_in(client):
    assert client.get("/courriers/").status_code == 302


def test_an_empty_list_says_so(client, alice):
    client.force_login(alice)
    assert "Aucun courrier" in page(client, "mine")


def test_the_list_shows_ones_own_mails_and_their_states(client, alice, bob, posted):
    posted(alice, "a", subject="Pour Alice")
    posted(bob, "b", subject="Pour Bob")
    client.force_login(alice)
    html = page(client, "mine")
    assert "Pour Alice" in html
    assert "en attente" in html
    assert "Pour Bob" not in html


def test_the_list_costs_the_same_queries_for_one_and_for_three(client, alice, posted):
    client.force_login(alice)
    posted(alice, "1")
    client.get("/courriers/")
    with CaptureQueriesContext(connection) as one:
        client.get("/courriers/")
    posted(alice, "2"), posted(alice, "3")
    with CaptureQueriesContext(connection) as three:
        client.get("/courriers/")
    assert len(one) == len(three)
    assert sum('FROM "courier_mail"' in query["sql"] for query in three) == 2


def test_the_list_has_pages(client, alice, write):
    from apps.courier.services.posting import post

    post([write(alice, f"bilan:{n}", subject=f"Bilan n° {n}.") for n in range(31)])
    client.force_login(alice)
    assert "Bilan n° 0." not in page(client, "mine")
    assert "Bilan n° 0." in client.get("/courriers/?page=2").content.decode()


def test_a_mail_is_read_by_its_owner(client, alice, failing):
    client.force_login(alice)
    html = page(client, "mail", failing.code)
    assert "canari-bilan" in html
    assert "remise incertaine" in html
    assert "timed out" in html
    assert "Me le renvoyer" in html


@pytest.mark.parametrize("name", ["mail", "mail_html"])
def test_the_mail_of_another_does_not_exist(client, charlie, failing, name):
    client.force_login(charlie)
    assert client.get(reverse(f"courier:{name}", args=[failing.code])).status_code == 404


def test_only_its_owner_may_have_it_sent_again(client, charlie, alice, failing):
    again = reverse("courier:resend", args=[failing.code])
    client.force_login(charlie)
    assert client.post(again).status_code == 404
    client.force_login(alice)
    assert client.get(again).status_code == 405
    assert client.post(again).status_code == 302
    assert Mail.objects.get().state == Mail.State.WAITING
    assert Mail.objects.get().message_id == failing.message_id


def test_the_html_stands_behind_a_wall(client, alice, failing):
    client.force_login(alice)
    response = client.get(reverse("courier:mail_html", args=[failing.code]))
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script-src" not in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"


def test_a_code_is_never_read_on_the_site(client, alice, posted):
    mail = posted(alice, kind="security", text="canari-code 7F3A")
    client.force_login(alice)
    assert "canari-code" not in page(client, "mail", mail.code)
    assert client.get(reverse("courier:mail_html", args=[mail.code])).status_code == 404


def test_held_mail_may_still_be_asked_for(client, alice, posted):
    choose_mail(alice, {"bilan": "never"})
    mail = posted(alice)
    client.force_login(alice)
    assert "Me l’envoyer quand même" in page(client, "mail", mail.code)
    client.post(reverse("courier:resend", args=[mail.code]))
    assert Mail.objects.get().state == Mail.State.WAITING


def test_referees_see_who_is_not_reached_and_why_but_not_what(client, referee, failing):
    client.force_login(referee)
    html = page(client, "failing")
    assert "Alice" in html
    assert "timed out" in html
    assert all(
        secret not in html for secret in ("canari-bilan", "Narvik", "example.test", failing.message_id)
    )


def test_referees_send_again_under_the_same_identity(client, referee, failing):
    client.force_login(referee)
    client.post(reverse("courier:referee_resend", args=[failing.code]))
    mail = Mail.objects.get()
    assert (mail.state, mail.message_id) == (Mail.State.WAITING, failing.message_id)


def test_a_second_click_sends_nothing_again_and_says_so(client, referee, failing):
    client.force_login(referee)
    again = reverse("courier:referee_resend", args=[failing.code])
    client.post(again)
    answer = client.post(again, follow=True)
    assert [str(message) for message in answer.context["messages"]][-1].startswith("Rien n’a été renvoyé")
    assert failing.tries.filter(answer="renvoi demandé par un arbitre").count() == 1


def test_the_referee_stays_among_the_states_he_was_reading(client, referee, failing):
    client.force_login(referee)
    assert (
        'name="etat" value="unknown"'
        in client.get(reverse("courier:failing"), {"etat": "unknown"}).content.decode()
    )
    answer = client.post(reverse("courier:referee_resend", args=[failing.code]), {"etat": "unknown"})
    assert answer["Location"] == reverse("courier:failing") + "?etat=unknown"
    answer = client.post(reverse("courier:referee_resend", args=[failing.code]), {"etat": "//ailleurs"})
    assert answer["Location"] == reverse("courier:failing")


def test_referees_do_not_undo_somebodys_choice(client, referee, alice, posted):
    choose_mail(alice, {"bilan": "never"})
    mail = posted(alice)
    client.force_login(referee)
    assert client.post(reverse("courier:referee_resend", args=[mail.code])).status_code == 404
    assert Mail.objects.get().state == Mail.State.HELD


def test_the_referees_pages_do_not_exist_for_players(client, alice, failing):
    client.force_login(alice)
    assert client.get(reverse("courier:failing")).status_code == 404
    assert client.post(reverse("courier:referee_resend", args=[failing.code])).status_code == 404


def test_the_referees_list_costs_the_same_queries_for_one_and_for_three(
    client, referee, alice, bob, failing, posted
):
    client.force_login(referee)
    client.get(reverse("courier:failing"))
    with CaptureQueriesContext(connection) as one:
        client.get(reverse("courier:failing"))
    posted(alice, "2"), posted(bob, "3")
    Mail.objects.update(state=Mail.State.REFUSED)
    with CaptureQueriesContext(connection) as three:
        client.get(reverse("courier:failing"))
    assert len(one) == len(three)


def test_the_administration_shows_no_content_and_changes_nothing(client, referee, failing):
    from apps.accounts.services import grant_role

    grant_role(referee, "referee", administration=True)
    client.force_login(referee)
    address = reverse("admin:courier_mail_change", args=[failing.pk])
    html = client.get(address).content.decode()
    assert "timed out" in html
    assert "canari" not in html
    assert client.post(address, {"state": "sent"}).status_code == 403
