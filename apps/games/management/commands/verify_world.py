"""Check every invariant: one result a step, every acknowledged order resolved, hashes and chains, reports,
nothing overdue."""

from hashlib import sha256

from django.core.management.base import BaseCommand, CommandError

from apps.courier.models import Mail
from apps.games.models import Game, Step
from apps.games.records.verification import find_world_faults


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument(
            "--restored",
            action="store_true",
            help="the data is a restored backup: deadlines that passed since then are no fault",
        )

    def handle(self, *args, restored: bool, **options):
        faults = [fault for fault in find_world_faults() if not (restored and "is overdue since" in fault)]
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults.")
        games, steps = Game.objects.count(), Step.objects.resolved().count()
        self.stdout.write(f"Sound: {games} games, {steps} steps, heads {heads()}, {letters()}.")


def heads() -> str:
    """One word for the heads of all chains: equal before a backup and after its restoration."""
    chains = Step.objects.resolved().order_by("game_id", "n").values_list("game_id", "n", "chain")
    last = {game: f"{game} {n} {chain}\n" for game, n, chain in chains}
    return sha256("".join(last.values()).encode()).hexdigest()[:16]


def letters() -> str:
    waiting = Mail.objects.exclude(state__in=Mail.ENDED).count()
    return f"{Mail.objects.count()} letters of which {waiting} wait"
