"""Load the demonstration, once."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.demo.loading import load_demo


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args, **options):
        if settings.PRODUCTION:
            raise CommandError("The demonstration has known passwords: never in production.")
        loaded = load_demo()
        if options["verbosity"]:
            self.stdout.write("Demonstration loaded." if loaded else "The demonstration is already there.")
