"""Orders sent in answer to a report: whose they are, how they are read, and that each letter is answered
once."""

import io
import sys

import pytest
from django.core.management import CommandError, call_command

from apps.courier.composing.message import open_mail
from apps.courier.models import Mail
from apps.courier.replies import hand_over, own_words
from apps.games.mail.reply_address import reply_address, seat_at
from apps.games.models import Draft, Seat, Submission
from apps.games.services.steps import due
from tests.apps.tables.gloire.court import home, open_court, pending

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def court(alice, bob):
    return open_court(alice, bob)


@pytest.fixture
def seat(court, alice):
    return Seat.objects.get(game=court, user=alice)


@pytest.fixture
def address(seat):
    """As it stands on the first report."""
    report = Mail.objects.get(user=seat.user, kind="bilan")
    return open_mail(report.content).reply_to.strip("<>")


def letter(address, text, **headers):
    lines = [f"To: {address}", "From: quelqu.un@ailleurs.example"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += ["Content-Type: text/plain; charset=utf-8", "", text]
    return "\r\n".join(lines).encode()


def answers(seat):
    return [
        open_mail(mail.content)
        for mail in Mail.objects.filter(kind="receipts", user=seat.user).order_by("pk")
    ]


# Sealing
# ------------------------------------------------------------------------------------------------------------
def test_a_letter_seals_the_whole_list_and_is_answered_with_its_receipt(court, seat, alice, address):
    land = home(court, alice)
    assert hand_over(
        letter(address, f"imp 4 {land.lower()}\nche 1\n\n> Votre BILAN\n> CHE 3", Message_ID="<1@x>")
    )
    sealed = Submission.objects.get(seat=seat)
    assert [order["code"] for order in sealed.decision()["orders"]] == ["IMP", "CHE"]
    assert Draft.objects.get(seat=seat).action["orders"] == sealed.decision()["orders"]
    (answer,) = answers(seat)
    assert answer.to == alice.email
    assert f"IMP 4 {land}" in answer.text
    assert sealed.receipt[:12] in answer.text
    assert answer.reply_to.strip("<>") == address


def test_the_same_letter_handed_over_again_counts_once(seat, address):
    for _time in range(3):
        assert hand_over(letter(address, "CHE 1", Message_ID="<1@x>"))
    assert Submission.objects.filter(seat=seat).count() == 1
    assert len(answers(seat)) == 1


def test_a_second_letter_replaces_the_first(seat, address):
    hand_over(letter(address, "CHE 1", Message_ID="<1@x>"))
    hand_over(letter(address, "CHE 2", Message_ID="<2@x>"))
    last = Submission.objects.filter(seat=seat).latest("revision")
    assert last.revision == 2
    assert last.decision()["orders"][0]["code"] == "CHE"
    assert "version 2" in answers(seat)[1].text


def test_capitals_lost_on_the_way_do_not_matter(seat, address):
    assert hand_over(letter(address.upper(), "CHE 1"))
    assert Submission.objects.filter(seat=seat).exists()


# Refusing
# ------------------------------------------------------------------------------------------------------------
def test_one_line_that_cannot_be_read_changes_nothing_and_is_named(seat, address):
    hand_over(letter(address, "CHE 1\nBonjour mon roi"))
    assert not Submission.objects.filter(seat=seat).exists()
    (answer,) = answers(seat)
    assert "rien n’a changé" in answer.text
    assert "Ligne 2" in answer.text


def test_a_letter_without_orders_is_told_how(seat, address):
    hand_over(letter(address, "\n\n> tout le bilan cité"))
    assert "aucun ordre" in answers(seat)[0].text


def test_an_answer_to_an_old_report_is_no_order_for_this_turn(court, seat, address):
    step = pending(court)
    due.seal(step.pk, step.due_at, early=True)
    due.resolve(step.pk)
    assert hand_over(letter(address, "CHE 1"))
    assert not Submission.objects.filter(seat=seat, revision=1, step__n=2).exists()
    assert "plus le dernier" in answers(seat)[0].text


def test_the_last_report_takes_no_answer(court, seat):
    report = seat.reports.select_related("step__game", "seat__user").first()
    from apps.games.mail.reports import report_mail

    report.step.over = True
    assert open_mail(report_mail(report.step, report).content).reply_to == ""


# Whose
# ------------------------------------------------------------------------------------------------------------
def test_no_address_but_the_given_one_opens_the_seat(seat, address, bob):
    other = Seat.objects.get(game=seat.game, user=bob)
    local, domain = address.split("@")
    forged = local.replace(f"+{seat.pk}-", f"+{other.pk}-") + "@" + domain
    changed = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"
    later = local.replace(f"+{seat.pk}-1-", f"+{seat.pk}-2-") + "@" + domain
    for wrong in (forged, changed, later, f"ordres@{domain}", f"{local}@ailleurs.example", "", "x" * 5000):
        assert seat_at(wrong) is None
        assert not hand_over(letter(wrong or "personne@ailleurs.example", "CHE 1"))
    assert not Submission.objects.exists()
    assert not Mail.objects.filter(kind="receipts").exists()


def test_the_address_changes_with_the_player_and_the_turn(seat, address, charlie):
    assert address == reply_address(seat, 1) != reply_address(seat, 2)
    seat.user = charlie
    seat.save()
    assert seat_at(address) is None


def test_an_answering_machine_is_not_answered(seat, address):
    for header in ({"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"Return_Path": "<>"}):
        assert hand_over(letter(address, "Je suis absent", **header))
    assert answers(seat) == []


def test_a_machine_that_writes_without_end_is_answered_fifty_times_at_most(seat, address):
    for number in range(53):
        hand_over(letter(address, "Bonjour", Message_ID=f"<{number}@x>"))
    assert len(answers(seat)) == 50


def test_without_a_mailbox_reports_take_no_answer(settings, alice, bob):
    settings.ORDERS_MAILBOX = ""
    open_court(alice, bob)
    report = open_mail(Mail.objects.filter(user=alice, kind="bilan").latest("pk").content)
    assert report.reply_to == ""
    assert "la réponse à cette lettre" not in report.text


# Reading
# ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "below",
    [
        "> CHE 9",
        "Le lun. 16 nov. 2026 à 12:00, Le Scribe royal <scribe@kalan.example> a écrit :\n> CHE 9",
        "Le lun. 16 nov. 2026 à 12:00, Le Scribe royal\n<scribe@kalan.example> a écrit :\nCHE 9",
        "Le lun. 16 nov. 2026 à 12:00, Le Scribe royal <scribe@kalan.example> a\nécrit :\nCHE 9",
        "On Mon, Nov 16, 2026 at 12:00 PM Le Scribe royal wrote:\nCHE 9",
        "-----Message d’origine-----\nCHE 9",
        "________________________________\nDe : Le Scribe royal\nCHE 9",
        "De : Le Scribe royal <scribe@kalan.example>\nCHE 9",
        "-- \nHawkmoon\nCHE 9",
        "Envoyé de mon iPhone\nCHE 9",
    ],
)
def test_what_is_quoted_is_no_order(below):
    assert own_words(f"CHE 1\r\n\r\n{below}") == "CHE 1"


def test_a_letter_in_html_alone_is_read_too(seat, address):
    html = "<div>CHE&nbsp;1</div><div><br></div><blockquote><p>CHE 3</p></blockquote>"
    raw = letter(address, html).replace(b"text/plain", b"text/html")
    assert hand_over(raw)
    assert Submission.objects.get(seat=seat).decision()["orders"][0]["code"] == "CHE"


def test_any_bytes_are_survived(seat, address):
    for raw in (
        b"",
        b"\x00\xff",
        letter(address, "CHE 1\x00"),
        letter(address, "x").replace(b"utf-8", b"klingon"),
    ):
        hand_over(raw, address)
    assert not Submission.objects.filter(seat=seat).exists()


# The command and the development box
# -----------------------------------------------------------------------------------
def receive(monkeypatch, raw, **options):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("receive_mail", **options)


def test_the_mail_servers_pipe(monkeypatch, seat, address):
    receive(monkeypatch, letter("liste@ailleurs.example", "CHE 1"), recipient=address)
    assert Submission.objects.filter(seat=seat).exists()
    with pytest.raises(CommandError) as nobody:
        receive(monkeypatch, letter("ordres@kalan.example", "CHE 1"))
    assert nobody.value.returncode == 67
    with pytest.raises(CommandError) as large:
        receive(monkeypatch, letter(address, "x" * 1_000_001))
    assert large.value.returncode == 65


def test_in_development_a_report_is_answered_in_the_box(client, settings, seat):
    from apps.courier.tasks import deliver

    deliver()
    name = next(
        path.stem
        for path in settings.MAIL_DIR.glob("*.eml")
        if f"+{seat.pk}-1-" in path.read_text(errors="replace")
    )
    assert "Répondre" in client.get(f"/boite/{name}/").content.decode()
    client.post(f"/boite/{name}/repondre/", {"text": "CHE 1"})
    assert Submission.objects.filter(seat=seat).exists()


# Letters that nobody can read
# -----------------------------------------------------------------------------------------
def nested(address, depth):
    """Parts inside parts, as a malicious program makes them."""
    head = f"To: {address}\r\nMessage-ID: <deep@x>\r\n"
    opened = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(depth))
    return (head + opened + "Content-Type: text/plain\r\n\r\nCHE 1\r\n").encode()


@pytest.mark.parametrize("depth", [41, 1_500, 10_000])
def test_a_letter_of_parts_inside_parts_is_answered_in_words(seat, address, depth):
    assert hand_over(nested(address, depth))
    assert not Submission.objects.filter(seat=seat).exists()
    assert "trop de morceaux emboîtés" in answers(seat)[0].text


def test_a_letter_of_some_parts_inside_parts_is_read(seat, address):
    assert hand_over(nested(address, 20))
    assert Submission.objects.filter(seat=seat).exists()


@pytest.mark.parametrize("header", ["To", "Cc", "Content-Type", "Subject"])
def test_brackets_without_end_in_a_head_are_answered(seat, address, header):
    raw = f"Delivered-To: {address}\r\n{header}: {'(' * 5_000}\r\n\r\nCHE 1".encode()
    assert hand_over(raw)
    assert len(answers(seat)) == 1


def test_a_machine_that_sends_tangles_is_not_answered(seat, address):
    assert hand_over(b"Auto-Submitted: auto-replied\r\n" + nested(address, 1_500))
    assert answers(seat) == []


def test_a_tangle_to_nobody_is_nobodys(seat):
    assert not hand_over(nested("quelquun@ailleurs.example", 1_500))
