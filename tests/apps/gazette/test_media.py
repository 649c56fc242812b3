"""Files that authors send: bombs, polyglots, positions, SVG, films: refused or written anew, within bounded
memory."""

import io
import struct
import tracemalloc
import zlib

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from apps.forums.pictures import encode
from apps.gazette.sounds import MOST_BYTES, _ogg_crc, check_sound
from tests.apps.gazette.conftest import mp3_bytes, ogg_page, opus_bytes, picture_file, upload, wav_bytes

PAYLOAD = b"<script>parent.hacked=1</script>PK\x03\x04"


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_bomb(side=20_000):
    """A header that promises 20,000 × 20,000 points, and almost nothing behind it."""
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


def test_a_picture_of_four_hundred_million_points_is_refused_without_being_opened():
    encode(picture_file())  # loads the decoders, whose own memory is not the bomb's
    bomb = upload(png_bomb(), "bombe.png")
    tracemalloc.start()
    with pytest.raises(ValidationError):
        encode(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 1024 * 1024


def test_exif_and_its_position_stay_behind():
    exif = Image.Exif()
    exif[0x010F] = "Appareil de Bob"
    exif[0x8825] = {1: "N", 2: (48.0, 51.0, 24.0)}
    source = picture_file(kind="JPEG", exif=exif)
    assert b"Appareil de Bob" in source.read()
    kept = encode(source).content
    assert b"Appareil" not in kept
    assert dict(Image.open(io.BytesIO(kept)).getexif()) == {}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_what_hides_behind_a_picture_stays_behind(kind):
    out = io.BytesIO()
    Image.new("RGB", (16, 16), "blue").save(out, kind)
    kept = encode(upload(out.getvalue() + PAYLOAD)).content
    assert b"script" not in kept
    assert Image.open(io.BytesIO(kept)).format == "WEBP"


@pytest.mark.parametrize(
    "content",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        b"<?xml version='1.0'?><svg/>",
        b"%PDF-1.7",
        PAYLOAD,
        b"",
        b"GIF89a/*" + PAYLOAD,
        b"BM" + bytes(60),
        b"RIFF\x10\0\0\0WEBP" + PAYLOAD,
    ],
)
def test_what_is_no_picture_is_refused(content):
    with pytest.raises(ValidationError):
        encode(upload(content))


def test_a_wav_is_written_anew_from_its_samples():
    data = wav_bytes(2)
    dirty = data + b"LIST" + struct.pack("<I", len(PAYLOAD)) + PAYLOAD
    sound = check_sound(upload(dirty))
    assert (sound.content_type, sound.seconds, sound.content) == ("audio/wav", 2.0, data)


def test_an_mp3_keeps_its_frames_alone():
    dirty = b"ID3\x04\0\0\0\0\0" + bytes([len(PAYLOAD)]) + PAYLOAD + mp3_bytes(10) + b"TAG" + PAYLOAD
    sound = check_sound(upload(dirty))
    assert sound.content == mp3_bytes(10)
    assert sound.content_type == "audio/mpeg"
    assert sound.seconds == pytest.approx(10 * 1152 / 44100)


def test_an_ogg_loses_its_comments_and_keeps_a_right_checksum():
    sound = check_sound(upload(opus_bytes(2) + PAYLOAD))
    assert (sound.content_type, sound.seconds) == ("audio/ogg", 2.0)
    assert b"Bob" not in sound.content
    assert b"libfoo" not in sound.content
    assert b"script" not in sound.content
    at = sound.content.index(b"OggS", 4)
    end = sound.content.index(b"OggS", at + 4)
    page = sound.content[at:end]
    assert struct.unpack("<I", page[22:26])[0] == _ogg_crc(page[:22] + bytes(4) + page[26:])


def test_nothing_stays_behind_the_comments_of_an_ogg():
    """Opus allows padding after them, and a list may be longer than any reader follows."""
    comments = b"".join(struct.pack("<I", 6) + b"N=Bob!" for _n in range(1500))
    tags = b"OpusTags" + struct.pack("<I", 0) + struct.pack("<I", 1500) + comments + b"cover of Bob"
    head = b"OpusHead" + struct.pack("<BBHIhB", 1, 1, 312, 48000, 0, 0)
    sound = check_sound(
        upload(ogg_page(head, 0, 0, 2) + ogg_page(tags, 1, 0, 0) + ogg_page(b"\xfc" * 100, 2, 48312, 4))
    )
    assert b"Bob" not in sound.content
    assert (sound.seconds, len(sound.content)) == (
        1.0,
        len(head) + len(tags) + 100 + 3 * 27 + 1 + 1 + len(tags) // 255 + 1,
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        PAYLOAD,
        b"OggS" + PAYLOAD,
        b"RIFF\0\0\0\0WAVE" + PAYLOAD,
        b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0" + bytes(16),
        b"ID3" + PAYLOAD,
        b"\xff\xfb" + PAYLOAD,
        mp3_bytes(3),
        b"fLaC" + bytes(200),
        b"\x1aE\xdf\xa3" + bytes(200),
        b"....ftypM4A " + bytes(200),
        ogg_page(b"\x80theora" + bytes(40), 0, 0, 2) + ogg_page(b"x", 1, 0, 0) + ogg_page(b"x", 2, 1, 4),
        opus_bytes() + ogg_page(b"OpusHead" + bytes(11), 0, 0, 2, serial=9),
        opus_bytes(comment=b"A=" + b"x" * 60)[:120],
        b"<svg onload=alert(1)>",
    ],
)
def test_what_is_no_sound_is_refused(content):
    with pytest.raises(ValidationError):
        check_sound(upload(content))


@pytest.mark.parametrize(
    "content", [wav_bytes(61), mp3_bytes(2400), opus_bytes(61)], ids=["wav", "mp3", "ogg"]
)
def test_what_lasts_more_than_a_minute_is_refused(content):
    with pytest.raises(ValidationError, match="minute"):
        check_sound(upload(content))


def test_what_weighs_more_than_two_megabytes_is_refused():
    with pytest.raises(ValidationError, match="2 Mo"):
        check_sound(upload(b"RIFF" + bytes(MOST_BYTES)))


def test_two_thousand_damaged_sounds_raise_nothing_but_a_refusal():
    """Deterministic mutations of the three formats."""
    import random

    chance = random.Random(7)
    for _ in range(2000):
        data = bytearray(chance.choice([wav_bytes(0.1), mp3_bytes(6), opus_bytes(1)]))
        for _change in range(chance.randint(1, 6)):
            data[chance.randrange(min(len(data), 120))] = chance.randrange(256)
        try:
            check_sound(upload(bytes(data[: chance.randint(1, len(data))])))
        except ValidationError:
            continue
