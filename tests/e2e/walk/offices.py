"""What lies on the desks of moderators and referees: the demonstration itself is a peaceful place."""

from collections.abc import Callable
from typing import Any


def furnish(backstage: Callable[..., Any]) -> None:
    """A complaint, a sanction, and a court whose referee is LeRoi, with a mail that did not arrive."""
    topic = backstage(
        "forums.topic", by="Ganelon", board="coup-de-gueule", title="Le ton monte", text="Vous êtes un âne."
    )
    backstage("moderation.complain", by="Rodrigue", topic=topic, words="Il vise la personne.")
    backstage(
        "moderation.sanction", by="Mathilde", about="Ganelon", kind="warning", reason="Restez courtois."
    )
    backstage("referee.evening", players=["Charlie", "Diane"], name="La cour d’hiver", referee="LeRoi")
