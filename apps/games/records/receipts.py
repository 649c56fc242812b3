"""Receipts: a salted hash of what was sealed, so that nobody can say later that it was something else."""

import hashlib

from engines.core import codec


def receipt_of(salt: str, action: object) -> str:
    return hashlib.sha256(salt.encode() + b"\n" + codec.dump(action)).hexdigest()
