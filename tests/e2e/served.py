"""The site as `make run` starts it, with loaded dice (tests/dice.py): `python -m tests.e2e.served`."""

import os

import django

from tests import dice

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    dice.load_all_alike("browser")
    from config import embedded

    embedded.main()
