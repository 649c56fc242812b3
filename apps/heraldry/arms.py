"""What a coat of arms is made of, and its text form."""

from dataclasses import dataclass

from engines.core.texts import Text


@dataclass(frozen=True)
class Arms:
    division: str = "plain"
    field: tuple[str, ...] = ("gules",)
    ordinary: str = ""
    ordinary_tincture: str = ""
    charge: str = ""
    charge_tincture: str = ""
    count: int = 1
    on_ordinary: bool = False

    def __str__(self) -> str:
        return text_form(self)


class ArmsError(ValueError):
    """Arms that cannot be: `problem` says in French what is wrong and what would be right."""

    def __init__(self, problem: Text) -> None:
        super().__init__(str(problem))
        self.problem = problem


def text_form(arms: Arms) -> str:
    parts = [" ".join(arms.field if arms.division == "plain" else (arms.division, *arms.field))]
    if arms.ordinary:
        parts.append(f"{arms.ordinary} {arms.ordinary_tincture}")
    if arms.charge:
        words = ["on"] if arms.on_ordinary else []
        words += [str(arms.count)] if arms.count > 1 else []
        parts.append(" ".join([*words, arms.charge, arms.charge_tincture]))
    return "; ".join(parts)
