"""Letters without their accents: where words are compared as people type them."""

import unicodedata


def without_accents(text: str) -> str:
    """« é » is « e », « ﬁ » is « fi », a no-break space is a space. Capitals stay."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
