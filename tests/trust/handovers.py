"""Private tables whose host plays, what a rival sealed and drafted there, and everything that somebody can
read of them."""

import io
import zipfile
from typing import Any

from django.db import transaction
from django.test import Client

from apps.accounts.registries.export import export_account
from apps.courier.models import Mail
from apps.games.engine.positions import position_before
from apps.games.models import Game, Seat, Step
from apps.games.services.lobby import gathering, starting
from apps.games.services.steps import due
from apps.games.timing.clock import database_now
from apps.games.timing.pace import Pace
from apps.orders.services import submit
from apps.tables.gloire.desk.verbs import VERBS
from tests.deciding import save_draft
from tests.trust.addresses import every_address, filled

SIZES = {"gloire": (6, {"map": "scandinavie", "draw": False}), "enchere": (2, {"purse": "heavy"})}
SPACES = ("games", "orders", "gloire", "referee", "courier")


class Table:
    """Alice opened it and plays, Bob is her rival; Charlie and Diane are her friends."""

    def __init__(self, slug: str, people: dict[str, Any]) -> None:
        self.people = people
        seats, options = SIZES[slug]
        new = gathering.new_game(
            slug, "La table d’Alice", options, seats, private=True, pace=Pace(kind="hours", every=24)
        )
        game = gathering.create_game(people["Alice"], new)
        for name in ("Alice", "Bob"):
            gathering.join_game(game, people[name], f"Sire {name}", invitation=game.invitation)
        gathering.fill_with_bots(game)
        self.game = starting.start_game(game)
        self.number = game.seats.get(user=people["Bob"]).number
        self._play_on()

    def _play_on(self) -> None:
        """To a step of sealed orders from which one may return to an earlier one."""
        from tests.apps.games.conftest import play_until

        if self.game.slug == "gloire":
            self.resolve()
        else:
            play_until(self.game, "sealed")

    @property
    def step(self) -> Step:
        return Step.objects.pending().select_related("game").get(game=self.game)

    @property
    def seat(self) -> Seat:
        """The rival's, whoever holds it now."""
        return Seat.objects.select_related("game", "user").get(game=self.game, number=self.number)

    def resolve(self) -> None:
        step = self.step
        due.seal(step.pk, database_now(), early=True)
        assert due.resolve(step.pk)

    def write(self, word: str, author: Any = None) -> list[str]:
        """The rival, or his steward, seals and then drafts something else; what would betray them, the seal
        first."""
        seat, step = self.seat, self.step
        sealed, drafted = ("OFFRIR 11", "OFFRIR 12")
        if self.game.slug == "gloire":
            sealed, drafted = f"{word}rouge", f"{word}noir"
        author = author or seat.user
        receipt = submit(seat, step.n, self._action(sealed), author, f"sealed {word}")
        save_draft(seat, step.n, self._action(drafted), f"# {word}gris", author)
        return [sealed, drafted, f"{word}gris", receipt.receipt[:12], receipt.salt]

    def _action(self, text: str) -> Any:
        """In Gloire et Pouvoir a joust to which the word is the password: legal from the first turn."""
        text = f"ORG 2 500 {text}" if self.game.slug == "gloire" else text
        action, problems = self.game.rules.parse(position_before(self.step), self.number, text)
        assert problems == []
        return action

    # What is done from the site
    # --------------------------------------------------------------------------------------
    def client(self, name: str) -> Client:
        client = Client()
        client.force_login(self.people[name])
        return client

    def act(self, name: str, verb: str, **fields: str) -> list[str]:
        """An act of the console, with both its clicks; what the page then says, or the status of a
        refusal."""
        client, address = self.client(name), f"/arbitre/{self.game.code}/{verb}/"
        page = client.post(address, fields)
        if page.status_code != 200:
            return [str(page.status_code)]
        body = {
            "reason": "une raison",
            "typed_name": self.game.name,
            "confirm": "1",
            "shown": page.context["shown"],
        }
        page = client.post(address, {**fields, **body}, follow=True)
        return [str(message) for message in page.context["messages"]]

    def people_act(self, name: str, verb: str, **fields: str) -> None:
        answer = self.client(name).post(f"/parties/{self.game.code}/partie/{verb}/", fields)
        assert answer.status_code == 302

    # What can be read
    # ------------------------------------------------------------------------------------------------
    def readable_by(self, name: str, pages: slice = slice(None)) -> str:
        """Every page (or some of them), fragment and answer of this game, every mail and the whole export of
        one's data."""
        with transaction.atomic():  # what is sent by the way is taken back
            client = self.client(name)
            found = [self._pages(client, pages), self._answers(client), self._data(self.people[name])]
            transaction.set_rollback(True)
        return "\n".join(found)

    def _pages(self, client: Client, some: slice) -> str:
        values, steps = self._values(), range(self.step.n + 1)
        addresses = [
            filled(route, name, {**values, "n": n})
            for name, route in every_address()
            if name.split(":")[0] in SPACES
            for n in (steps if "<int:n>" in route else steps[:1])
        ]
        return "\n".join(_text(client.get(f"{address}?siege={self.number}")) for address in addresses[some])

    def _values(self) -> dict[str, Any]:
        view = self.game.rules.view(position_before(self.step), self.number)
        land = view["lords"][self.number]["home"] if self.game.slug == "gloire" else "absent"
        values = {
            "code": self.game.code,
            "invitation": self.game.invitation,
            "slug": self.game.slug,
            "land": land,
        }
        return values | {"seat": self.number, "order": "ORG", "adviser": "argentier", "verb": "message"}

    def _answers(self, client: Client) -> str:
        """What the desk, the drafts, the seals and the console answer."""
        code, step = self.game.code, str(self.step.n)
        body = {"step": step, "seat": str(self.number), "key": "a key of mine", "text": "", "revision": "1"}
        body |= {
            "code": "ORG",
            "line": "ORG 2 500 hirondelle",
            "number": str(self.number),
            "orders": "ORG 2 500 a",
        }
        body["action"] = '{"orders":[]}' if self.game.slug == "gloire" else '{"do":"offer","coins":0}'
        shown, told = {"HX-Request": "true"}, {"Accept": "application/json"}
        desk = (
            [f"/parties/{code}/cour/ordres/{verb}/" for verb in VERBS] if self.game.slug == "gloire" else []
        )
        sent = [(address, shown) for address in (*desk, f"/parties/{code}/cour/ordre/ORG/apercu/")]
        sent += [(f"/arbitre/{code}/essai/", {}), (f"/arbitre/{code}/repondre/", {})]
        sent += [(f"/ordres/{code}/", headers) for headers in (shown, told)]
        answers = [self._sent(client, address, body, headers) for address, headers in sent]
        return "\n".join([*answers, _text(client.get(f"/ordres/{code}/versions/"))])

    def _sent(self, client: Client, address: str, body: dict[str, str], headers: dict[str, str]) -> str:
        """The answer to what is sent; the next one finds the table as it was."""
        keeps = address.startswith("/ordres/")
        with transaction.atomic():
            answer = _text(client.post(address, body, headers=headers))
            transaction.set_rollback(not keeps)
        return answer

    def _data(self, user: Any) -> str:
        files = zipfile.ZipFile(io.BytesIO(export_account(user, database_now())))
        mails = Mail.objects.filter(user=user)
        kept = [files.read(name).decode(errors="replace") for name in files.namelist()]
        return "\n".join([*kept, *(bytes(mail.content).decode(errors="replace") for mail in mails)])


def _text(answer: Any) -> str:
    assert answer.status_code < 500, answer.request["PATH_INFO"]
    return answer.content.decode(errors="replace") + str(answer.headers)


def quarantine(table: Table) -> None:
    Step.objects.filter(pk=table.step.pk).update(status=Step.Status.QUARANTINED, attempts=3, fault="KeyError")


def is_over(table: Table) -> bool:
    return Game.objects.get(pk=table.game.pk).is_over
