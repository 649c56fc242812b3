"""Pictures that people send: read only in formats we know, bounded before they are opened, and written anew.

What comes out is our own WebP: no position, no camera, no second file hidden behind the first.
"""

import io
import warnings
from dataclasses import dataclass
from typing import Any, BinaryIO

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS = 24_000_000  # about 100 MB once decoded
LONGEST_SIDE = 10_000
SHOWN = (1600, 1600)
MOST_PICTURES = 4
QUALITY = 82


@dataclass(frozen=True)
class Encoded:
    content: bytes
    width: int
    height: int


def encode(upload: Any) -> Encoded:
    """The picture as we keep it; ValidationError in words when it cannot be one."""
    if upload.size > MOST_BYTES:
        raise ValidationError(_("Cette image pèse plus de 5 Mo : réduisez-la avant de l’envoyer."))
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            return _encode(upload)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise ValidationError(_too_large()) from None
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, MemoryError):
            raise ValidationError(
                _(
                    "Ce fichier n’est pas une image que nous sachions lire : envoyez du PNG, du JPEG, du "
                    "WebP ou du GIF."
                )
            ) from None


def _encode(upload: BinaryIO) -> Encoded:
    upload.seek(0)
    with Image.open(upload, formats=FORMATS) as source:
        width, height = source.size
        if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
            raise ValidationError(_too_large())
        source.draft("RGB", SHOWN)  # JPEG: decoded small at once
        upright = ImageOps.exif_transpose(source)
        upright.thumbnail(SHOWN)
        has_alpha = "A" in upright.getbands() or "transparency" in upright.info
        pixels = upright.convert("RGBA" if has_alpha else "RGB")
    clean = Image.new(pixels.mode, pixels.size)  # pixels alone: whatever the file told besides stays behind
    clean.paste(pixels)
    out = io.BytesIO()
    clean.save(out, "WEBP", quality=QUALITY, method=4)
    return Encoded(out.getvalue(), *clean.size)


def _too_large() -> str:
    return _("Cette image est trop grande : 24 millions de points et 10 000 de côté au plus.")
