"""Compute games again from their seeds and say whether every stored hash agrees."""

from django.core.management.base import BaseCommand, CommandError

from apps.games.models import Game
from apps.games.records.verification import replay
from apps.site.numbers import whole_number


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument(
            "codes", nargs="+", metavar="code", help="a game's code, as in its address, or its number"
        )

    def handle(self, *args, codes, **options):
        games = [_game(code) for code in codes]
        unsound = [game.code for game in games if not self._agrees(game)]
        if unsound:
            raise CommandError(f"{', '.join(unsound)}: the record does not follow from its seed and moves.")

    def _agrees(self, game):
        flaws = replay(game)
        for flaw in flaws:
            self.stderr.write(str(flaw))
        if not flaws:
            self.stdout.write(
                f"{game.code}: {game.steps.resolved().count()} steps computed again, all hashes agree."
            )
        return not flaws


def _game(code):
    game = Game.objects.filter(code=code).first() or Game.objects.filter(pk=whole_number(code) or 0).first()
    if game is None:
        raise CommandError(f"There is no game {code!r}.")
    return game
