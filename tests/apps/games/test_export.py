"""What games put into the export of my data: seats, decisions, and the BILANs as they were received."""

import json
import zipfile
from io import BytesIO

import pytest
from django.utils import timezone

from apps.accounts.registries.export import export_account
from apps.games.models import Report

pytestmark = pytest.mark.django_db


def test_the_export_holds_my_reports_as_files_and_nobody_elses(alice, bob, game):
    step = game.steps.get(n=0)
    for seat in game.seats.all():
        Report.objects.update_or_create(
            step=step,
            seat=seat,
            defaults={
                "subject": "Bilan",
                "text": f"Le secret de {seat.name}",
                "html": f"<p>Le secret de {seat.name}</p>",
            },
        )
    archive = zipfile.ZipFile(BytesIO(export_account(alice, timezone.now())))
    own = game.seats.get(user=alice)
    folder = f"bilans/{game.code}-{own.number}/0000"
    names = [name for name in archive.namelist() if name.startswith("bilans/")]
    assert sorted(names) == [f"{folder}.html", f"{folder}.txt"]
    assert archive.read(f"{folder}.txt").decode().startswith(f"Le secret de {own.name}\n")
    assert f"Le secret de {own.name}</p>" in archive.read(f"{folder}.html").decode()
    assert [row["name"] for row in json.loads(archive.read("parties.json"))] == [own.name]
