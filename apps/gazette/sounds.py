"""Sounds that authors send: known by their content, short, and rebuilt from what a player needs.

WAV is written anew from its samples; MP3 keeps its audio frames alone; Ogg keeps the pages of one Vorbis or
Opus stream with its comments blanked. Names, pictures and second files hidden in the first do not come
through.
"""

import io
import struct
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_BYTES = 2 * 1024 * 1024
MOST_SECONDS = 60
FEWEST_FRAMES = 4
PCM, EXTENSIBLE = 1, 0xFFFE

# MPEG audio, layer III: kbit/s by index for version 1, then for versions 2 and 2.5; Hz by version
BITRATES = {
    3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
RATES = {3: (44100, 48000, 32000), 2: (22050, 24000, 16000), 0: (11025, 12000, 8000)}


@dataclass(frozen=True)
class Sound:
    content: bytes
    content_type: str
    seconds: float

    @property
    def suffix(self) -> str:
        return {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/ogg": "ogg"}[self.content_type]


class NotASound(Exception):
    """The content is not what its first bytes promised."""


def check_sound(upload: Any) -> Sound:
    """The sound as we keep it; ValidationError in words when it cannot be one."""
    if upload.size > MOST_BYTES:
        raise ValidationError(_("Ce son pèse plus de 2 Mo : raccourcissez-le ou compressez-le."))
    upload.seek(0)
    data = upload.read(MOST_BYTES + 1)
    try:
        sound = _read(data)
    except (NotASound, struct.error, IndexError, wave.Error, ValueError):
        raise ValidationError(
            _(
                "Ce fichier n’est pas un son que nous sachions lire : envoyez du WAV (PCM), de l’Ogg ou "
                "du MP3."
            )
        ) from None
    if sound.seconds > MOST_SECONDS:
        raise ValidationError(_("Ce son dure plus d’une minute : raccourcissez-le."))
    return sound


def _read(data: bytes) -> Sound:
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return _wav(data)
    if data[:4] == b"OggS":
        return _ogg(data)
    if data[:3] == b"ID3" or (len(data) > 2 and data[0] == 0xFF and data[1] & 0xE0 == 0xE0):
        return _mp3(data)
    raise NotASound


# WAV
# ------------------------------------------------------------------------------------------------------------
def _wav(data: bytes) -> Sound:
    form, samples = b"", b""
    for name, body in _chunks(data):
        if name == b"fmt " and not form:
            form = body
        elif name == b"data" and not samples:
            samples = body
    tag, channels, rate, _per_second, block, bits = struct.unpack("<HHIIHH", form[:16])
    if tag == EXTENSIBLE:
        tag = struct.unpack("<H", form[24:26])[0]
    if tag != PCM or channels not in (1, 2) or bits not in (8, 16, 24) or not 4000 <= rate <= 96000:
        raise NotASound
    if block != channels * bits // 8 or len(samples) < block:
        raise NotASound
    samples = samples[: len(samples) // block * block]
    out = io.BytesIO()
    with wave.open(out, "wb") as written:
        written.setnchannels(channels)
        written.setsampwidth(bits // 8)
        written.setframerate(rate)
        written.writeframes(samples)
    return Sound(out.getvalue(), "audio/wav", len(samples) / block / rate)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


# MP3
# ------------------------------------------------------------------------------------------------------------
def _mp3(data: bytes) -> Sound:
    frames, seconds = [], 0.0
    at = _after_id3(data)
    while (header := _frame_header(data, at)) is not None:
        size, length = header
        if at + size > len(data):
            break
        frame = data[at : at + size]
        if not any(
            mark in frame[:200] for mark in (b"Xing", b"Info", b"VBRI")
        ):  # speaks of the encoder, not the sound
            frames.append(frame)
            seconds += length
        at += size
    if len(frames) < FEWEST_FRAMES:
        raise NotASound
    return Sound(b"".join(frames), "audio/mpeg", seconds)


def _after_id3(data: bytes) -> int:
    if data[:3] != b"ID3":
        return 0
    size = 0
    for byte in data[6:10]:
        size = size << 7 | byte & 0x7F
    return 10 + size


def _frame_header(data: bytes, at: int) -> tuple[int, float] | None:
    """Bytes and seconds of the layer III frame that begins here, if one does."""
    if at + 4 > len(data) or data[at] != 0xFF or data[at + 1] & 0xE0 != 0xE0:
        return None
    version, layer = data[at + 1] >> 3 & 3, data[at + 1] >> 1 & 3
    bitrate_index, rate_index, padding = data[at + 2] >> 4, data[at + 2] >> 2 & 3, data[at + 2] >> 1 & 1
    if version == 1 or layer != 1 or rate_index == 3 or bitrate_index in (0, 15):
        return None
    rate = RATES[version][rate_index]
    bitrate = BITRATES[3 if version == 3 else 2][bitrate_index] * 1000
    samples = 1152 if version == 3 else 576
    return samples // 8 * bitrate // rate + padding, samples / rate


# Ogg
# ------------------------------------------------------------------------------------------------------------
@dataclass
class Page:
    start: int  # in the kept bytes
    body: int
    end: int
    granule: int
    lacing: bytes


def _ogg(data: bytes) -> Sound:
    kept, pages = _pages_of_first_stream(data)
    first = bytes(kept[pages[0].body : pages[0].end])
    if first[:7] == b"\x01vorbis":
        rate, skip, head = struct.unpack_from("<I", first, 12)[0], 0, b"\x03vorbis"
    elif first[:8] == b"OpusHead":
        rate, skip, head = 48000, struct.unpack_from("<H", first, 10)[0], b"OpusTags"
    else:
        raise NotASound
    if not 4000 <= rate <= 192000 or len(pages) < 3:
        raise NotASound
    _blank_comments(kept, pages, head)
    last = max(page.granule for page in pages)
    return Sound(bytes(kept), "audio/ogg", max(0, last - skip) / rate)


def _pages_of_first_stream(data: bytes) -> tuple[bytearray, list[Page]]:
    """The pages of the first stream, one after the other; what is not a page ends the file."""
    kept, pages = bytearray(), list[Page]()
    serial, at = data[14:18], 0
    while data[at : at + 4] == b"OggS":
        granule, count = struct.unpack_from("<q", data, at + 6)[0], data[at + 26]
        lacing = data[at + 27 : at + 27 + count]
        end = at + 27 + count + sum(lacing)
        if end > len(data):
            break
        if data[at + 14 : at + 18] != serial:
            raise NotASound  # several streams: a film, or a file within a file
        start = len(kept)
        kept += data[at:end]
        pages.append(Page(start, start + 27 + count, len(kept), granule, lacing))
        at = end
    if not pages:
        raise NotASound
    return kept, pages


def _blank_comments(kept: bytearray, pages: list[Page], head: bytes) -> None:
    """The second packet names the artist, the program and the cover: same length, no words."""
    spans, touched = _second_packet(pages)
    packet = b"".join(bytes(kept[a:b]) for a, b in spans)
    if not packet.startswith(head):
        raise NotASound
    blank = _blank(packet, head)
    for a, b in spans:
        kept[a:b], blank = blank[: b - a], blank[b - a :]
    for page in touched:
        kept[page.start + 22 : page.start + 26] = bytes(4)
        crc = _ogg_crc(bytes(kept[page.start : page.end]))
        kept[page.start + 22 : page.start + 26] = struct.pack("<I", crc)


def _second_packet(pages: list[Page]) -> tuple[list[tuple[int, int]], list[Page]]:
    spans, touched = [], []
    for page in pages[1:]:
        at = page.body
        touched.append(page)
        for length in page.lacing:
            spans.append((at, at + length))
            at += length
            if length < 255:
                return spans, touched
    raise NotASound


def _blank(packet: bytes, head: bytes) -> bytes:
    """One vendor of blanks as long as all that was said, no comment, nothing behind them; Vorbis ends with a
    set bit."""
    end = b"\x01" if head == b"\x03vorbis" else b""
    size = len(packet) - len(head) - 8 - len(end)
    if size < 0:
        raise NotASound
    return head + struct.pack("<I", size) + b" " * size + struct.pack("<I", 0) + end


def _ogg_crc(page: bytes) -> int:
    crc = 0
    for byte in page:
        crc = (crc << 8 & 0xFFFFFFFF) ^ _CRC[crc >> 24 ^ byte]
    return crc


def _crc_row(index: int) -> int:
    row = index << 24
    for _bit in range(8):
        row = (row << 1 ^ 0x04C11DB7) if row & 0x80000000 else row << 1
    return row & 0xFFFFFFFF


_CRC = tuple(_crc_row(index) for index in range(256))
