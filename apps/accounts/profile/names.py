"""What a name may look like: 3 to 30 characters, chosen once for good, and never mistaken for another's."""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

from engines.core.folding import without_accents

SEPARATORS = re.compile(r"[ ._'’-]")
RETIRED_PREFIX = "Joueur retiré"

# Names that would pass for the house, compared once folded.
RESERVED = frozenset(
    [
        "admin",
        "administrateur",
        "administration",
        "aidedecamp",
        "anonyme",
        "arbitre",
        "asgp",
        "automate",
        "bot",
        "gazette",
        "kalan",
        "leroi",
        "lescribe",
        "lescriberoyal",
        "moderateur",
        "moderation",
        "postmaster",
        "reine",
        "root",
        "roi",
        "scribe",
        "scriberoyal",
        "staff",
        "support",
        "systeme",
        "webmaster",
    ]
)


def fold_name(name: str) -> str:
    """The key under which a name is unique: no case, no accent, no separator. “Jean-René” and “jean rene” are
    one."""
    return without_accents(SEPARATORS.sub("", name)).casefold()


def normalize_name(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip())


def is_reserved(name: str) -> bool:
    folded = fold_name(name)
    return folded in RESERVED or folded.startswith(fold_name(RETIRED_PREFIX))


def validate_latin(name: str) -> None:
    """Letters of other alphabets can imitate ours: a Cyrillic “а” is not an “a”."""
    for letter in name:
        if letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN"):
            raise ValidationError(
                _(
                    "« %(letter)s » n’est pas une lettre de l’alphabet latin : choisissez un nom écrit "
                    "en lettres latines."
                ),
                params={"letter": letter},
            )


username_validators: list[Callable[[str], None]] = [
    MinLengthValidator(3, _("Un nom a au moins 3 caractères.")),
    MaxLengthValidator(30, _("Un nom a au plus 30 caractères.")),
    RegexValidator(
        r"^[^\W_](?:[ ._'’-]?[^\W_])+\Z",
        _(
            "Un nom se compose de lettres et de chiffres, séparés au plus par une espace, un point, un "
            "tiret, un tiret bas ou une apostrophe."
        ),
    ),
    validate_latin,
]
