"""Randomness that can be checked afterwards: HMAC in counter mode, one stream for each label.

Every draw depends only on (seed, step, label, how many draws that label had before), so a phase that draws
more does not shift another phase's dice. The dice record what they drew; `LoadedDice` plays a record back, or
figures a case file sets.
"""

import hmac
from collections.abc import Mapping, MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

UNIT = 1 << 53  # uniform() has the 53 bits of a float
BLOCK = 64  # bytes of a SHA-256 block: what HMAC pads its key to
_first_word = Struct(">Q").unpack_from  # of a digest: 64 bits, the first byte weighing most
INNER, OUTER = bytes(n ^ 0x36 for n in range(256)), bytes(n ^ 0x5C for n in range(256))


class Draw(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One draw: its label, the number of equally likely results (0 stands for uniform's 2**53), the
    result."""

    label: str
    sides: int
    value: int


class Dice:
    """The dice of one step. `seed` is secret until the game ends; its SHA-256 is published at the start."""

    def __init__(self, seed: bytes, step: int) -> None:
        self.draws: list[Draw] = []
        self._origin = (seed, b"step:%d" % step)
        self._pads: tuple[Any, Any] | None = None  # made at the first draw: most steps draw nothing
        self._counts: dict[str, int] = {}

    def below(self, n: int, label: str) -> int:
        """A whole number in 0..n-1, each equally likely."""
        if n < 1:
            raise ValueError(f"below({n}) for {label!r}: there is nothing to draw")
        value = self._integer(n, label)
        self.draws.append(Draw(label, n, value))
        return value

    def between(self, low: int, high: int, label: str) -> int:
        """A whole number in low..high, both included."""
        return low + self.below(high - low + 1, label)

    def die(self, label: str, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        return 1 + self.below(sides, label)

    def uniform(self, label: str) -> float:
        """A number in [0, 1), a multiple of 2**-53, the same on every machine."""
        value = self._integer(UNIT, label)
        self.draws.append(Draw(label, 0, value))
        return value / UNIT

    def choice(self, items: Sequence[T], label: str) -> T:
        return items[self.below(len(items), label)]

    def shuffle(self, items: MutableSequence[Any], label: str) -> None:
        """Shuffle in place (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, label)
            items[last], items[other] = items[other], items[last]

    def _integer(self, n: int, label: str) -> int:
        """Rejection sampling on 64-bit words keeps every result equally likely."""
        rest = (1 << 64) % n
        while True:
            word = self._word(label)
            if not rest or word < (1 << 64) - rest:
                return word % n

    def _word(self, label: str) -> int:
        count = self._counts.get(label, 0)
        self._counts[label] = count + 1
        if self._pads is None:
            self._pads = _pads(hmac.digest(*self._origin, "sha256"))
        inner, outer = self._pads[0].copy(), self._pads[1].copy()
        inner.update(f"{label}:{count}".encode())
        outer.update(inner.digest())
        word: int = _first_word(outer.digest())[0]
        return word


def _pads(key: bytes) -> tuple[Any, Any]:
    """HMAC of RFC 2104 with the key's two blocks hashed once: a third of the time of `hmac.digest` for each
    draw."""
    padded = key.ljust(BLOCK, b"\0")
    return sha256(padded.translate(INNER)), sha256(padded.translate(OUTER))


class LoadedDice(Dice):
    """Dice that first give the values set for a label, then fall back to honest draws.

    With `strict`, a label without a value left is an error: that is how a recorded step is replayed draw by
    draw.
    """

    def __init__(
        self,
        values: Mapping[str, Sequence[int | float]],
        seed: bytes = b"loaded",
        step: int = 0,
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(seed, step)
        self._values = {label: list(results) for label, results in values.items()}
        self._strict = strict

    @classmethod
    def replaying(cls, draws: Sequence[Draw]) -> "LoadedDice":
        values: dict[str, list[int | float]] = {}
        for draw in draws:
            values.setdefault(draw.label, []).append(draw.value)
        return cls(values, strict=True)

    def leftovers(self) -> dict[str, list[int | float]]:
        """What was set and never drawn."""
        return {label: rest for label, rest in self._values.items() if rest}

    def _integer(self, n: int, label: str) -> int:
        queue = self._values.get(label)
        if queue:
            value = queue.pop(0)
            whole = int(value * UNIT) if isinstance(value, float) else value
            if not 0 <= whole < n:
                raise ValueError(f"{label!r} was set to {value}, outside 0..{n - 1}")
            return whole
        if self._strict:
            raise ValueError(f"{label!r} was drawn more often than recorded")
        return super()._integer(n, label)
