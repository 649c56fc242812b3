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
        """The text form: see `blazon`."""
        parts = [" ".join(self.field if self.division == "plain" else (self.division, *self.field))]
        if self.ordinary:
            parts.append(f"{self.ordinary} {self.ordinary_tincture}")
        if self.charge:
            words = ["on"] if self.on_ordinary else []
            words += [str(self.count)] if self.count > 1 else []
            parts.append(" ".join([*words, self.charge, self.charge_tincture]))
        return "; ".join(parts)


class ArmsError(ValueError):
    """Arms that cannot be: `problem` says in French what is wrong and what would be right."""

    def __init__(self, problem: Text) -> None:
        super().__init__(str(problem))
        self.problem = problem
