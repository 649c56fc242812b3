"""Words as a search compares them."""

from engines.core.folding import without_accents

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "ß": "ss"})


def fold(text: str) -> str:
    """Without accents, capitals and special spaces: "Épée" and "epee" are one word, "5 000" is found however
    it is spaced."""
    return without_accents(text.casefold().translate(LIGATURES))
