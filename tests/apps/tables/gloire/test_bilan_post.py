"""BILANs of a stored game: kept for every seat but those of automata, mailed to people, with the deadline
that really opens."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from apps.games.models import Game, Report, SeatHolder, Step
from apps.games.records.verification import find_world_faults
from apps.games.services.seats import absence
from apps.games.services.seats.answers import occupy
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
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
    assert (
        "Le bilan du tour 1 est arrivé." not in alice_client.get(f"/parties/{court.code}/").content.decode()
    )


def test_figures_of_a_mailed_table_are_not_broken_on_a_narrow_screen(court, alice):
    opened = open_mail(Mail.objects.get(user=alice, kind="bilan").content)
    tables = re.findall(r'<table[^>]* style="([^"]*)"', opened.html)
    assert tables
    assert all("overflow-wrap:break-word" in style.replace(": ", ":") for style in tables)


def kept(court):
    """The step and the seat of every BILAN."""
    return sorted(Report.objects.filter(step__game=court).values_list("step__n", "seat__number"))


def test_start_posts_one_bilan_to_each_person_and_keeps_none_for_automata(court, alice, bob):
    assert kept(court) == [(0, 0), (0, 1)]
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


def test_seat_without_its_player_still_keeps_its_bilans(court, bob):
    absence.ask_for_substitute(court.seats.select_related("game").get(user=bob))
    play_turn(court)
    assert kept(court) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_whoever_takes_an_automatons_seat_reads_from_there_on(court, alice, charlie, charlie_client):
    play_turn(court)
    seat = court.seats.select_related("game").get(number=3)
    with transaction.atomic():
        occupy(seat, charlie, SeatHolder.Reason.SUBSTITUTE)
    archive = reverse("games:reports", args=[court.code])
    told = "Avant le pas 2, un automate tenait ce siège : les automates ne reçoivent pas de bilan."
    page = charlie_client.get(archive).content.decode()
    assert (told in page, "Aucun bilan encore : le premier arrive à la fin de ce tour." in page) == (
        True,
        True,
    )
    desk = charlie_client.get(court.get_absolute_url()).content.decode()
    assert "Ce tour n’a pas de bilan pour ce siège" in desk
    assert reverse("games:report", args=[court.code, 1]) not in desk
    play_turn(court)
    assert [row for row in kept(court) if row[1] == 3] == [(2, 3)]
    page = charlie_client.get(archive).content.decode()
    assert (told in page, reverse("games:report", args=[court.code, 2]) in page) == (True, True)
    assert charlie_client.get(reverse("games:report", args=[court.code, 2])).status_code == 200
    assert "Ce tour n’a pas de bilan" not in charlie_client.get(court.get_absolute_url()).content.decode()


def test_after_the_end_the_archive_of_an_automaton_says_that_it_has_none(court, alice_client):
    play_turn(court)
    Game.objects.filter(pk=court.pk).update(status=Game.Status.FINISHED)
    name = court.seats.get(number=4).name
    page = alice_client.get(reverse("games:reports", args=[court.code]), {"siege": 4}).content.decode()
    assert f"Un automate tient le siège « {name} » : les automates ne reçoivent pas de bilan." in page
    eyes = reverse("games:step", args=[court.code, 1]) + "?siege=4"
    assert eyes in page
    assert alice_client.get(eyes).status_code == 200
    assert list(find_world_faults()) == []
