"""Figures as events tell them and as spies' reports are stored: ties and last digits are part of the rules."""


def tenths(value: float) -> float:
    return round(value * 10) / 10


def hundredths(value: float) -> float:
    return round(value * 100) / 100


def ten_thousandths(value: float) -> float:
    return round(value * 10_000) / 10_000
