"""Objections as values: a sentence with its facts, or why plain data has not the shape it should have."""

from typing import Any, TypeVar

import msgspec

from engines.core.contract import Problem
from engines.core.texts import say

T = TypeVar("T")
Where = tuple[str | int, ...]


def problem(code: str, msgid: str, where: Where = (), **params: Any) -> Problem:
    return Problem(code, say(msgid, **params), where)


def read_as(kind: type[T], raw: Any, code: str, msgid: str) -> tuple[T | None, list[Problem]]:
    """Plain data from a player or an editor as one of our structures; else the sentence, which says
    {why}."""
    try:
        return msgspec.convert(raw, kind), []
    except (RecursionError, TypeError, ValueError) as error:
        return None, [problem(code, msgid, why=str(error))]
