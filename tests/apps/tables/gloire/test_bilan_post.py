"""BILANs of a stored game: kept for every seat, mailed to people, with the deadline that really opens."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.courier.messages import open_mail
from apps.courier.models import Mail
from apps.games.clock import database_now
from apps.games.models import Report, Step
from apps.games.services import due
from tests.apps.tables.gloire.court import pending

pytestmark = pytest.mark.django_db


def play_turn(court):
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)


def test_search_in_the_archive_minds_neither_accents_nor_the_spaces_in_figures(court, alice_client):
    for words, found in (("heritier", 1), ("COURSE AU TRONE", 1), ("5 000 écus", 1), ("licorne", 0)):
        page = alice_client.get(f"/parties/{court.code}/bilans/", {"q": words}).content.decode()
        assert page.count('<ol class="report-list sheet">') == found, words


def test_a_bilan_that_has_arrived_is_announced_until_it_is_read(court, alice_client):
    assert "Lire le bilan" not in alice_client.get(f"/parties/{court.code}/").content.decode()
    step = pending(court)
    due.seal(step.pk, database_now(), early=True)
    due.resolve(step.pk)
    assert "Le bilan du tour 1 est arrivé." in alice_client.get(f"/parties/{court.code}/").content.decode()
    alice_client.get(f"/parties/{court.code}/bilans/1/")
    assert "Le bilan du tour 1 est arrivé." not in alice_client.get(f"/parties/{court.code}/").content.decode()


def test_figures_of_a_mailed_table_are_not_broken_on_a_narrow_screen(court, alice):
    opened = open_mail(Mail.objects.get(user=alice, kind="bilan").content)
    tables = re.findall(r'<table[^>]* style="([^"]*)"', opened.html)
    assert tables
    assert all("overflow-wrap:break-word" in style.replace(": ", ":") for style in tables)


def test_start_posts_one_bilan_to_each_person_and_keeps_one_for_each_seat(court, alice, bob):
    assert Report.objects.filter(step__game=court).count() == 6
    mails = Mail.objects.filter(kind="bilan")
    assert {mail.user for mail in mails} == {alice, bob}
    opened = open_mail(mails.get(user=alice).content)
    assert opened.subject == "La cour d’essai : la course au trône commence"
    assert "Hawkmoon" in opened.text
    assert "<h1" in opened.html


def test_bilan_announces_the_deadline_that_opens(court):
    play_turn(court)
    local = timezone.localtime(pending(court).due_at, ZoneInfo(court.pace.zone))
    report = Report.objects.get(step__game=court, step__n=1, seat__number=0)
    assert f"{local.day}" in report.text.partition("Prochaine échéance")[2].splitlines()[0]
    assert f"{local.hour} h {local.minute:02d} (heure de Paris)" in report.text
    assert reverse("games:game", args=[court.code]) in report.text


def test_head_of_the_chain_is_the_stored_one(court):
    play_turn(court)
    step = Step.objects.get(game=court, n=1)
    assert all(step.chain in report.text and step.chain in report.html for report in step.reports.all())


def test_reader_finds_his_bilan_on_the_site_and_nobody_elses(court, alice_client, bob_client, charlie_client):
    play_turn(court)
    page = reverse("games:report", args=[court.code, 1])
    assert "La maison Hawkmoon" in alice_client.get(page).content.decode()
    assert "La maison Rodrigue" in bob_client.get(page).content.decode()
    assert charlie_client.get(page).status_code == 404
