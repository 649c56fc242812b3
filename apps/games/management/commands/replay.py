"""Compute a game again from its seed and say whether every stored hash agrees."""

from django.core.management.base import BaseCommand, CommandError

from apps.games.models import Game
from apps.games.services.verification import replay


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("code", help="the game's code, as in its address, or its number")

    def handle(self, *args, code, **options):
        game = Game.objects.filter(code=code).first() or (
            Game.objects.filter(pk=int(code)).first() if code.isdecimal() else None
        )
        if game is None:
            raise CommandError(f"There is no game {code!r}.")
        flaws = replay(game)
        for flaw in flaws:
            self.stderr.write(str(flaw))
        if flaws:
            raise CommandError(f"{game.code}: the record does not follow from its seed and moves.")
        self.stdout.write(f"{game.code}: {game.steps.resolved().count()} steps computed again, all hashes agree.")
