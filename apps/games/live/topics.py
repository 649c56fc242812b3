"""Names of what a page can follow live."""


def game_topic(code: str) -> str:
    return f"game:{code}"


def user_topic(user_id: int) -> str:
    return f"user:{user_id}"
