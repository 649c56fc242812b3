"""A thousand Scandinavie games due at the same instant: PostgreSQL, Redis, two workers; all resolved, all
BILANs in the outbox.

`python bench/deadline_storm.py [GAMES]`. One game is played for some turns, then copied; every seat has
sealed orders, and every lord has an address to write to.
"""

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
GOAL = 120.0
LORDS = 10
SEED = b"the same storm on every occasion"  # so that two measurements can be compared
TURNS = 4  # played before the storm: lands, knights, wars and BILANs of some length
SERVER = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/13"


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    name = f"kalan_storm_{uuid.uuid4().hex[:8]}"
    import psycopg

    with psycopg.connect(SERVER, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            return storm(urlsplit(SERVER)._replace(path=f"/{name}").geturl(), count)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def storm(database: str, count: int) -> int:
    os.environ |= {
        "DATABASE_URL": database,
        "REDIS_URL": REDIS,
        # as in production: delivering is the postman's work, and he is not here
        "EMAIL_URL": "smtp://127.0.0.1:9",
        "KALAN_LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    step = one_game()
    copies = copy_game(step, count)
    before = report_mails()
    print(
        f"{count} games of {LORDS} lords are due; {Path('/proc/cpuinfo').read_text().count('processor')} "
        "cores"
    )
    from config.celery import app

    app.control.purge()
    workers = [worker(number) for number in range(2)]
    try:
        until_ready(app, len(workers))
        spent = cpu_seconds(workers)
        seconds, late = watch(copies, count)
        spent = [after - before for before, after in zip(spent, cpu_seconds(workers), strict=True)]
    finally:
        for process in workers:
            process.terminate()
        for process in workers:
            process.wait(timeout=60)
    print(
        f"CPU a game: {1000 * spent[0] / count:.0f} ms in the workers, {1000 * spent[1] / count:.0f} ms "
        "in the database"
    )
    return report(copies, count, seconds, late, before)


def cpu_seconds(workers: list[subprocess.Popen]) -> list[float]:
    """What the workers and the database's processes have used so far: on a busy machine the clock on the wall
    says little.

    The database's part is nought when it runs out of sight, on another machine or in a container.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        servers = [pid for (pid,) in cursor.fetchall()]
    return [sum(cpu_of(process.pid) for process in workers), sum(map(cpu_of, servers))]


def cpu_of(pid: int) -> float:
    try:
        figures = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


def one_game():
    """A game some turns old whose ten lords have sealed what their bots advise."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model

    from apps.games.services.lobby import gathering, starting
    from apps.games.services.steps import due
    from apps.games.timing.clock import database_now

    users = [get_user_model().objects.create_user(f"Lord{n}", f"lord{n}@example.org") for n in range(LORDS)]
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users]
    )
    game = gathering.create_game(
        users[0], gathering.new_game("gloire", "Tempête", {"map": "scandinavie"}, LORDS)
    )
    game.seed = SEED
    game.save(update_fields=["seed"])
    for user in users:
        gathering.join_game(game, user, f"Sire {user.username}")
    game = starting.start_game(game)
    step = sealed_by_bots(game)
    for _turn in range(TURNS):
        due.seal(step.pk, database_now(), early=True)
        due.resolve(step.pk)
        step = sealed_by_bots(game)
    return step


def sealed_by_bots(game):
    """The pending step, every lord's orders sealed."""
    from apps.games.engine.positions import position_before
    from apps.games.models import Step
    from apps.orders.services import submit
    from engines.core.contract import Seen
    from engines.core.dice import Dice

    step = Step.objects.pending().select_related("game").get(game=game)
    state = position_before(step)
    bots = list(game.rules.bots.values())
    for seat in game.seats.all():
        if seat.number not in step.asked:
            continue
        seat.game = game
        seen = Seen(
            seat.number,
            game.rules.view(state, seat.number),
            lambda draft, n=seat.number: game.rules.menu(state, n, draft),
        )
        submit(
            seat,
            step.n,
            bots[seat.number % len(bots)](seen, Dice(b"storm", 100 * step.n + seat.number)),
            seat.user,
            f"storm-{step.n}-{seat.number}",
        )
    return step


def copy_game(step, count: int) -> list[int]:
    """The game with its seats, steps, submissions and gazette, `count` times. The first stays out of the
    storm."""
    from django.utils import timezone

    from apps.games.models import Game, Seat, Step, Submission
    from apps.games.models.game import new_code, new_invitation

    source = step.game
    games = [
        Game(**{**values(source), "code": new_code(), "invitation": new_invitation(), "name": f"Tempête {n}"})
        for n in range(count)
    ]
    Game.objects.bulk_create(games, batch_size=200)
    played = list(source.steps.resolved().order_by("n"))
    now = timezone.now()
    seats, steps, submissions = [], [], []
    for game in games:
        seats += [Seat(**{**values(seat), "game_id": game.pk}) for seat in source.seats.all()]
        steps += [Step(**{**values(one), "game_id": game.pk}) for one in played]
        steps.append(Step(**{**values(step), "game_id": game.pk, "due_at": now}))
    Seat.objects.bulk_create(seats, batch_size=1000)
    Step.objects.bulk_create(steps, batch_size=200)
    seat_of = {(seat.game_id, seat.number): seat for seat in seats}
    sealed = list(Submission.objects.filter(step=step).select_related("seat"))
    pending = steps[len(played) :: len(played) + 1]
    for due in pending:
        submissions += [
            Submission(
                **{**values(one), "step_id": due.pk, "seat_id": seat_of[due.game_id, one.seat.number].pk}
            )
            for one in sealed
        ]
    Submission.objects.bulk_create(submissions, batch_size=1000)
    copy_gazette(source, games)
    return [due.pk for due in pending]


def copy_gazette(source, games) -> None:
    from apps.gazette.models import Gazette, Issue

    printed = Gazette.objects.get(game=source)
    gazettes = [Gazette(**{**values(printed), "game_id": game.pk}) for game in games]
    Gazette.objects.bulk_create(gazettes, batch_size=1000)
    issues = list(printed.issues.all())
    copies = [
        Issue(**{**values(issue), "gazette_id": gazette.pk}) for gazette in gazettes for issue in issues
    ]
    Issue.objects.bulk_create(copies, batch_size=1000)


def values(row) -> dict:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }


def worker(number: int) -> subprocess.Popen:
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "--pool",
        "solo",
        "--loglevel",
        "ERROR",
    ]
    command += [
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
        "-n",
        f"storm{number}@%h",
        "--queues",
        "celery",
    ]
    return subprocess.Popen(command, cwd=ROOT, env=os.environ.copy())


def until_ready(app, count: int) -> None:
    """Workers are there before a deadline: the clock starts when both answer."""
    for _ in range(120):
        if len(app.control.ping(timeout=1)) == count:
            return
    raise SystemExit("the workers did not start within two minutes")


def watch(steps: list[int], count: int) -> tuple[float, float]:
    """Sweep like the beat does, until everything is resolved."""
    from apps.games.models import Step
    from apps.games.tasks import sweep

    start = time.monotonic()
    while True:
        sweep.apply()
        done = Step.objects.filter(pk__in=steps, status=Step.Status.RESOLVED).count()
        elapsed = time.monotonic() - start
        print(f"  {elapsed:6.1f} s: {done} resolved", flush=True)
        if done == count or elapsed > 20 * GOAL:
            return elapsed, count - done
        time.sleep(2)


def report_mails() -> int:
    from apps.courier.models import Mail

    return Mail.objects.filter(key__startswith="report:").count()


def report(steps: list[int], count: int, seconds: float, left: int, before: int) -> int:
    from apps.games.models import Report

    reports = Report.objects.filter(step__in=steps).count()
    mails = report_mails() - before
    print(
        f"reports on the site: {reports}, mails in the outbox: {mails} (expected {count * LORDS} each), "
        f"steps left: {left}"
    )
    print(f"{seconds / count * 1000:.0f} ms a game on two workers")
    met = seconds <= GOAL * count / 1000 and left == 0 and reports == mails == count * LORDS
    print(f"deadline-storm: {seconds:.1f} s, goal ≤ {GOAL * count / 1000:.0f} s, {'met' if met else 'short'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
