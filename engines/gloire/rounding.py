"""Figures as events tell them. A turn tells a thousand: `round(value, 4)` takes twice as long, for ties that nobody sees."""


def tenths(value: float) -> float:
    return round(value * 10) / 10


def hundredths(value: float) -> float:
    return round(value * 100) / 100


def ten_thousandths(value: float) -> float:
    return round(value * 10_000) / 10_000
