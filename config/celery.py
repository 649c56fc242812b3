"""The job application and its static schedule. Deadlines live in SQL: the sweeps below look for what is
due."""

import os
from typing import Any

from celery import Celery, signals
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("kalan")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.celeryd_init.connect
@signals.beat_init.connect
def refuse_unsafe(**_more: Any) -> None:
    """Workers and beat judge the configuration at their start, as the web processes do."""
    from django.conf import settings

    from config.safety import require_safe

    require_safe(settings)


@signals.worker_init.connect
def settle_memory(**_more: Any) -> None:
    """Before the pool forks: what the processes share is never touched by the collector, so it stays
    shared."""
    from config.memory import settle

    settle()


EVERY_DAY_AT_FOUR = crontab(hour="4", minute="7")

# A mail server that stalls must not hold up the games: deliveries have a queue, and in production a worker,
# of their own.
app.conf.task_routes = {"apps.courier.tasks.deliver_provider": {"queue": "mail"}}

app.conf.beat_schedule = {
    "seal and resolve what is due": {
        "task": "apps.games.tasks.sweep",
        "schedule": 2.0,
        "options": {"expires": 10},
    },
    "carry on what waits for nobody": {
        "task": "apps.games.tasks.sweep_quiet",
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "deliver waiting mail": {
        "task": "apps.courier.tasks.deliver",
        "schedule": 5.0,
        "options": {"expires": 20},
    },
    "write the daily letters": {
        "task": "apps.courier.tasks.gather_daily",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "forget old mail": {"task": "apps.courier.tasks.forget_old_mail", "schedule": EVERY_DAY_AT_FOUR},
    "remind and confirm": {"task": "apps.games.tasks.remind", "schedule": 60.0, "options": {"expires": 60}},
    "purge unverified accounts": {
        "task": "apps.accounts.tasks.purge_unverified",
        "schedule": EVERY_DAY_AT_FOUR,
    },
    "forget old notices": {"task": "apps.forums.tasks.forget_old_notices", "schedule": EVERY_DAY_AT_FOUR},
    "forget old absences": {"task": "apps.games.tasks.forget_old_absences", "schedule": EVERY_DAY_AT_FOUR},
    "forget solo games": {"task": "apps.games.tasks.forget_solo_games", "schedule": EVERY_DAY_AT_FOUR},
    "close abandoned tables": {
        "task": "apps.games.tasks.close_abandoned_tables",
        "schedule": EVERY_DAY_AT_FOUR,
    },
    "forget old tries": {"task": "apps.accounts.tasks.forget_old_tries", "schedule": EVERY_DAY_AT_FOUR},
    "forget old traces": {"task": "apps.accounts.tasks.forget_old_traces", "schedule": EVERY_DAY_AT_FOUR},
}
