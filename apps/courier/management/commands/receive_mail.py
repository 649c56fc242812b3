"""`receive_mail`: what the mail server pipes an incoming letter to. Its exit status is what the mail server
understands."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from apps.courier.replies import LARGEST, hand_over

TOO_LARGE, NOBODY, TRY_AGAIN = 65, 67, 75  # EX_DATAERR, EX_NOUSER, EX_TEMPFAIL of sysexits.h


class Command(BaseCommand):
    help = (
        "Take one letter from standard input: orders sent in answer to a report. Meant for the mail "
        "server's pipe."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--recipient", default="", help="the envelope's recipient; else the letter's headers say it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise CommandError("The letter is larger than 1 MB.", returncode=TOO_LARGE)
        try:
            known = hand_over(raw, options["recipient"])
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}", returncode=TRY_AGAIN) from error
        if not known:
            raise CommandError("Nobody here has that address.", returncode=NOBODY)
