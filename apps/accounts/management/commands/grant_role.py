"""manage.py grant_role NAME ROLE: the first referee has nobody to be named by."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts import services
from apps.accounts.models import Role, User
from apps.accounts.queries import has_second_factor


class Command(BaseCommand):
    help = "Donne un rôle à un compte : player, moderator ou referee."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("role")
        parser.add_argument(
            "--administration", action="store_true", help="ouvre aussi l’administration du site"
        )

    def handle(self, *args: Any, name: str, role: str, administration: bool, **options: Any) -> None:
        if role not in Role.values:
            raise CommandError(f"« {role} » n’est pas un rôle : choisissez parmi {', '.join(Role.values)}.")
        user = User.objects.present().named(name).first()
        if user is None:
            raise CommandError(f"Personne ne porte le nom « {name} ».")
        services.grant_role(user, role, administration=administration)
        self.stdout.write(f"{user.username} : {user.get_role_display()}.")
        if user.is_moderator and not has_second_factor(user):
            self.stdout.write(
                "Il lui reste à activer un second facteur (Mon compte, Second facteur) pour agir."
            )
