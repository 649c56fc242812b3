"""Words as a search compares them."""

import unicodedata

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "ß": "ss"})


def folded(text: str) -> str:
    """Without accents, capitals and special spaces: "Épée" and "epee" are one word, "5 000" is found however it is spaced."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
