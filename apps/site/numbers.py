"""Numbers as addresses and forms bring them, and as kings wear them."""

ROMAN = {100: "C", 90: "XC", 50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}


def whole_number(text: str | None, most: int = 999_999_999) -> int | None:
    """0 to `most` in plain digits; None for anything else: signs, spaces, exotic digits, numbers without
    end."""
    if not text or len(text) > len(str(most)) or not (text.isascii() and text.isdecimal()):
        return None
    number = int(text)
    return number if number <= most else None


def roman(number: int) -> str:
    text = ""
    for value, letters in ROMAN.items():
        text += letters * (number // value)
        number %= value
    return text
