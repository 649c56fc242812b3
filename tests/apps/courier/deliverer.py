"""Workers as processes of their own, for the tests of concurrency: `python -m tests.apps.courier.deliverer`.

Reads what to do, one line of JSON each: [where to answer, verb, argument…]; a forked child does it, and tells
its number and its answer there. The environment says which database and which relay.
"""

import json
import os
import signal
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from datetime import timedelta  # noqa: E402

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from apps.courier.composing.mails import Words, compose_words  # noqa: E402
from apps.courier.models import Attempt, Mail  # noqa: E402
from apps.courier.services import claims, delivering  # noqa: E402
from apps.courier.services.posting import post  # noqa: E402


def prepare(letters, domain="kalan.example"):
    if "courier_mail" not in connection.introspection.table_names():
        call_command("migrate", verbosity=0, interactive=False)
    post(
        compose_words(
            None,
            kind="bilan",
            key=f"bilan:{n}",
            subject=f"Bilan {n}",
            words=Words("Sire.", "<p>Sire.</p>"),
            address=f"sire{n}@{domain}",
        )
        for n in range(int(letters))
    )
    return report()


def work(provider="others"):
    """Run after run until nothing is due."""
    sent = 0
    while Mail.objects.due(timezone.now()).exists():
        sent += delivering.deliver_provider(provider)
    return {"sent": sent, **report()}


def work_after_the_lease():
    """As `work`, when the lease of whoever died has ended."""

    def later():
        return timezone.now() + claims.LEASE + timedelta(minutes=1)

    claims.recover_lapsed(later())
    return {"sent": delivering.deliver_provider("others", later), **report()}


def report():
    mails = Mail.objects.order_by("pk").values_list("state", "message_id")
    return {"mails": [list(row) for row in mails], "tries": Attempt.objects.count()}


VERBS = {"prepare": prepare, "work": work, "work_after_the_lease": work_after_the_lease}


def main():
    """Without a connection of its own, which a child could not share."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are not waited for
    for request in sys.stdin:
        line, verb, *arguments = json.loads(request)
        if os.fork():
            continue
        with open(line, "w") as told:
            print(os.getpid(), file=told, flush=True)
            print(json.dumps(VERBS[verb](*arguments)), file=told)
        connection.close()
        os._exit(0)


if __name__ == "__main__":
    main()
