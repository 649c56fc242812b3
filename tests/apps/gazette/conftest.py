"""A gazette between Alice and Bob, articles at the stage a test needs, and people of every role."""

import io
import struct
import wave
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from apps.games.models import Step
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.gazette.models import Article
from apps.gazette.queries import gazette_or_new
from apps.gazette.services import writing
from apps.gazette.services.writing import Copy
from tests.apps.forums.conftest import as_user, game, moderator, referee  # noqa: F401  (fixtures)
from tests.apps.games.conftest import make_game, play_until  # noqa: F401  (a fixture)


@pytest.fixture(autouse=True)
def own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def gazette(game):  # noqa: F811
    return gazette_or_new(game)


@pytest.fixture
def draft(gazette):
    def make(user, title="On murmure à la cour", source="Le roi **dort**.", **more):
        return writing.save_article(user, gazette, Copy(title, source, **more), timezone.now())

    return make


@pytest.fixture
def sent(draft):
    """Handed over the day before yesterday: it lies on the desk."""

    def make(user, *args, **more):
        article = draft(user, *args, **more)
        writing.send(user, article, timezone.now())
        Article.objects.filter(pk=article.pk).update(sent_at=timezone.now() - timedelta(days=2))
        return Article.objects.get(pk=article.pk)

    return make


@pytest.fixture
def printed(game, sent):  # noqa: F811
    def make(user, *args, **more):
        article = sent(user, *args, **more)
        resolve_sealed(game)
        return Article.objects.select_related("issue", "gazette__game").get(pk=article.pk)

    return make


def resolve_sealed(played):
    """Play on to a sealed turn and resolve it."""
    played.refresh_from_db()
    step = play_until(played, "sealed")
    due.seal(step.pk, database_now(), early=True)
    assert due.resolve(step.pk)
    return Step.objects.get(pk=step.pk)


def finish(played):
    """Play to the last step."""
    while Step.objects.pending().filter(game=played).exists():
        resolve_or_move(played)
    played.refresh_from_db()


def resolve_or_move(played):
    from apps.orders.services import submit
    from tests.apps.games.conftest import first_choice, seat_asked

    step, seat = seat_asked(played)
    if step.mode == "sealed":
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
    else:
        submit(seat, step.n, first_choice(played, seat, step), seat.user, f"f{step.n}")


def picture_file(size=(40, 30), kind="PNG", name="image.png", **more):
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **more)
    return SimpleUploadedFile(name, out.getvalue(), "image/png")


def wav_bytes(seconds=1.0, rate=8000):
    out = io.BytesIO()
    with wave.open(out, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(1)
        written.setframerate(rate)
        written.writeframes(b"\x80" * int(seconds * rate))
    return out.getvalue()


def mp3_bytes(frames=10):
    """MPEG 1 layer III, 128 kbit/s, 44,100 Hz: 417 bytes a frame."""
    return (b"\xff\xfb\x90\x00" + bytes(413)) * frames


def opus_bytes(seconds=2, comment=b"ARTIST=Bob de Narvik"):
    head = b"OpusHead" + struct.pack("<BBHIhB", 1, 1, 312, 48000, 0, 0)
    tags = (
        b"OpusTags"
        + struct.pack("<I", 6)
        + b"libfoo"
        + struct.pack("<I", 1)
        + struct.pack("<I", len(comment))
        + comment
    )
    audio = b"\xfc" * 100
    return ogg_page(head, 0, 0, 2) + ogg_page(tags, 1, 0, 0) + ogg_page(audio, 2, 312 + 48000 * seconds, 4)


def ogg_page(packet, sequence, granule, flags, serial=7):
    from apps.gazette.sounds import _ogg_crc

    lacing = bytes([255] * (len(packet) // 255) + [len(packet) % 255])
    head = b"OggS" + struct.pack("<BBqIII", 0, flags, granule, serial, sequence, 0) + bytes([len(lacing)]) + lacing
    page = head + packet
    return page[:22] + struct.pack("<I", _ogg_crc(page)) + page[26:]


def upload(content, name="fichier.bin"):
    return SimpleUploadedFile(name, content)
