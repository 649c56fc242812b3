"""What a page says, however its template is laid out."""

import re


def page_of(client, game, tail="") -> str:
    """A page of a game as somebody reads it."""
    answer = client.get(f"/parties/{game.code}/{tail}")
    assert answer.status_code == 200
    return source(answer)


def source(answer) -> str:
    """The page, with one blank for any white space, and none between two tags."""
    return re.sub(r">[ \t\r\n]+<", "><", re.sub(r"[ \t\r\n]+", " ", answer.content.decode()))


def words(html: str) -> str:
    """Its text alone."""
    return re.sub(r"[ \t\r\n]+", " ", re.sub(r"<[^>]+>", "", html)).strip()
