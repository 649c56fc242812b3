"""The hash chain of a game: each step's link binds its moves and its state to everything before it.

chain_n = sha256(chain_{n-1} + state_hash + sha256(canonical moves)), all in lower-case hexadecimal; the link
before the first step is the commitment, the SHA-256 of the secret seed that is published when the game opens.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from engines.core import codec


def commitment(seed: bytes) -> str:
    """What is published at the opening; it is also the link that the first step (setup) hangs on."""
    return hashlib.sha256(seed).hexdigest()


def link(previous: str, state_hash: str, moves: Mapping[Any, Any]) -> str:
    """The same for seats written as numbers and as the text keys of JSON."""
    moves_hash = codec.digest({str(seat): action for seat, action in moves.items()})
    return hashlib.sha256((previous + state_hash + moves_hash).encode()).hexdigest()
