import io
import json
import zipfile

import pytest

from apps.accounts.models import User
from apps.accounts.registries import export
from apps.accounts.registries.export import Files

pytestmark = pytest.mark.django_db


def opened(response):
    return zipfile.ZipFile(io.BytesIO(response.content))


def test_export_holds_everything_about_me_and_nothing_secret(client, alice, bob, proven):
    User.objects.filter(pk=alice.pk).update(presentation="Dame de Narvik", arms="gules; lion or")
    proven(alice)
    response = client.post("/compte/donnees/")
    archive = opened(response)
    text = archive.read("compte.json").decode()
    account = json.loads(text)
    assert response.headers["Content-Disposition"].startswith('attachment; filename="kalan-mes-donnees-')
    assert account["nom"] == "Alice"
    assert account["adresses"] == [{"email": "alice@example.test", "verified": True, "primary": True}]
    assert account["presentation"] == "Dame de Narvik"
    assert account["armoiries"] == "gules; lion or"
    assert account["courriers"]["bilan"] == "at_once"
    assert len(account["sessions"]) == 1
    assert len(account["traces_de_connexion"]) == 1
    alice.refresh_from_db()
    assert alice.password not in text
    assert alice.feed_token not in text
    assert "bob" not in text.lower()
    assert "Alice" in archive.read("LISEZ-MOI.txt").decode()


def test_export_asks_for_the_password_again(client, alice, log_in):
    log_in("Alice")
    assert client.get("/compte/donnees/").headers["Location"].startswith("/compte/reauthenticate/")
    assert client.post("/compte/donnees/").headers["Location"].startswith("/compte/reauthenticate/")


def test_other_apps_add_data_and_files(client, alice, proven, monkeypatch):
    monkeypatch.setattr(export, "_sections", dict(export._sections))
    export.register("essai_parties", lambda user: [{"partie": 1, "joueur": user.username}])
    export.register("essai_fichiers", lambda user: Files({"tour-1.html": b"<p>bilan</p>"}))
    with pytest.raises(ValueError, match="twice"):
        export.register("essai_parties", lambda user: [])
    proven(alice)
    archive = opened(client.post("/compte/donnees/"))
    wanted = {"LISEZ-MOI.txt", "essai_fichiers/tour-1.html", "compte.json", "essai_parties.json"}
    assert wanted - set(archive.namelist()) == set()
    assert json.loads(archive.read("essai_parties.json")) == [{"partie": 1, "joueur": "Alice"}]
    assert archive.read("essai_fichiers/tour-1.html") == b"<p>bilan</p>"


@pytest.mark.parametrize("name", ["../hors", "/etc/x", "a/../../b"])
def test_a_file_cannot_leave_its_folder(alice, monkeypatch, name):
    from django.utils import timezone

    monkeypatch.setattr(export, "_sections", {"bilans": lambda user: Files({name: b""})})
    with pytest.raises(ValueError, match="leaves its folder"):
        export.export_account(alice, timezone.now())
