"""Every address of the site with values that exist, and one person of every kind to visit it."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver
from django.utils import timezone

ROLES = ("anonymous", "player", "rival", "steward", "creator", "outsider", "moderator", "referee")
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


def every_address(
    resolver: Any = None, prefix: str = "", spaces: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """(name, route) of every pattern of the project."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield ":".join([*spaces, pattern.name or route]), route
        else:
            yield from every_address(
                pattern, route, (*spaces, pattern.namespace) if pattern.namespace else spaces
            )


def filled(route: str, name: str, values: dict[str, Any]) -> str:
    """The route with its parameters filled in: by "name:parameter", by parameter, or by a value of its kind.
    A name is the whole one or its namespace."""

    def value(match: re.Match[str]) -> str:
        kind, parameter = match[1], match[2] or match[3]
        space = name.split(":")[0]
        for key in (f"{name}:{parameter}", f"{space}:{parameter}", parameter):
            if key in values:
                return str(values[key])
        return "999999" if kind == "int" else "absent"

    return "/" + PARAMETER.sub(value, route).replace("^", "").replace("$", "").replace(".*", "absent")


class Society:
    """A private game of Alice and Bob created by Eve, with people of every kind around it."""

    def __init__(self, make_user: Any) -> None:
        from allauth.mfa.totp.internal.auth import TOTP

        from apps.accounts.models import Role

        self.people = {"player": make_user("Alice"), "rival": make_user("Bob"), "steward": make_user("Diane")}
        self.people |= {"creator": make_user("Eve"), "outsider": make_user("Charlie")}
        self.people["moderator"] = make_user("Maude", role=Role.MODERATOR)
        self.people["referee"] = make_user("Roy", role=Role.REFEREE)
        for role in ("moderator", "referee"):
            TOTP.activate(self.people[role], "A" * 32)
        self.values = self._build()

    def _build(self) -> dict[str, Any]:
        from apps.courier.models import Mail

        table = self._game("enchere", 2)
        values = {
            "code": table.code,
            "slug": "enchere",
            "variant": "scandinavie",
            "n": 0,
            "verb": "rejoindre",
        }
        values |= {"invitation": table.invitation, "token": self.people["player"].feed_token, "name": "Alice"}
        values |= {
            "gloire:code": self._game("gloire", 10).code,
            "theopolis:code": self._game("theopolis", 2).code,
        }
        values |= {
            "courier:code": Mail.objects.filter(user=self.people["player"]).first().code,
            "land": "narvik",
        }
        values |= {
            "accounts:pk": self.people["player"].pk,
            "object_id": self.people["player"].pk,
            "app_label": "accounts",
        }
        values |= {
            "games:people-act:verb": "revanche",
            "referee:act:verb": "suspendre",
            "games:queue:slug": "gloire",
        }
        values |= {"rules:slug": "gloire", "gloire:order:order": "imp", "gloire:edit:verb": "ajouter"}
        return values | self._talk(table) | self._press(table)

    def _talk(self, game: Any) -> dict[str, Any]:
        """What the player wrote: a topic on the game's own board, a letter to the rival, a draft; and
        moderation of it."""
        from apps.forums.models import LetterDraft, Notice
        from apps.forums.reportable import find
        from apps.forums.services import letters, moderation, posting
        from apps.forums.services.boards import board_of

        player, rival, now = self.people["player"], self.people["rival"], timezone.now()
        board = board_of(game)
        topic = posting.open_topic(
            player, board, "Entre nous", posting.NewPost(text="Un mot de la table"), now
        )
        post = topic.posts.get()
        letter = letters.send(
            player, letters.NewLetter("players", "Un secret", "Entre nous deux", [rival]), now
        )
        draft = LetterDraft.objects.create(user=player, kind="players")
        report = moderation.report(rival, find("message", post.pk), "spam", "", now)
        sanction = moderation.sanction(self.people["moderator"], player, "warning", "Une plainte", now)
        values = {"forums:slug": board.slug, "forums:pk": post.topic_id, "forums:kind": "message"}
        values |= {
            f"forums:{name}:pk": post.pk for name in ("post", "edit", "history", "hide_post", "report")
        }
        values |= {f"forums:{name}:code": letter.code for name in ("conversation", "letter_act")}
        values |= {f"forums:{name}:pk": sanction.pk for name in ("appeal", "act_on_sanction")}
        values |= {f"forums:{name}:pk": report.pk for name in ("report_page", "act_on_report")}
        values |= {
            "forums:discard:pk": draft.pk,
            "forums:open_notice:pk": Notice.objects.filter(user=rival).first().pk,
        }
        return values | {
            "forums:letter_act:verb": "archiver",
            "forums:act_on_sanction:verb": "lever",
            "forums:act_on_report:verb": "classer",
        }

    def _press(self, game: Any) -> dict[str, Any]:
        """An article of the player that lies on the desk of the game's gazette."""
        from apps.gazette.queries import gazette_or_new
        from apps.gazette.services import writing

        player, now = self.people["player"], timezone.now()
        article = writing.save_article(
            player, gazette_or_new(game), writing.Copy("Un bruit", "Le roi **dort**."), now
        )
        writing.send(player, article, now)
        return {"gazette:pk": article.pk, "gazette:act:verb": "reprendre", "gazette:chair:verb": "prendre"}

    def _game(self, slug: str, seats: int) -> Any:
        from apps.games.services.lobby import gathering, starting
        from apps.games.services.seats import absence
        from apps.games.timing.pace import Pace

        new = gathering.new_game(
            slug, f"La table de {slug}", {}, seats, private=True, pace=Pace(kind="hours", every=24)
        )
        game = gathering.create_game(self.people["creator"], new)
        for role in ("player", "rival"):
            gathering.join_game(
                game, self.people[role], self.people[role].username, invitation=game.invitation
            )
        gathering.fill_with_bots(game)
        game = starting.start_game(game)
        absence.name_steward(game.seats.get(user=self.people["rival"]), self.people["steward"], 2)
        return game
