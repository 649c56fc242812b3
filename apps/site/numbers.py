"""Numbers as addresses and forms bring them."""


def whole_number(text: str | None, most: int = 999_999_999) -> int | None:
    """0 to `most` in plain digits; None for anything else: signs, spaces, exotic digits, numbers without
    end."""
    if not text or len(text) > len(str(most)) or not (text.isascii() and text.isdecimal()):
        return None
    number = int(text)
    return number if number <= most else None
