"""Figures as events tell them and spies' reports store them: ties and last digits belong to the rules."""


def tenths(value: float) -> float:
    return round(value * 10) / 10


def hundredths(value: float) -> float:
    return round(value * 100) / 100


def ten_thousandths(value: float) -> float:
    return round(value * 10_000) / 10_000
