"""Successions, and the name under which each holder held a seat."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery

REASONS = [
    ("joined", "s’est assis à la table"),
    ("substitute", "a repris le siège"),
    ("heir", "a succédé au seigneur qui abdiquait"),
    ("replaced", "a été remplacé par l’arbitre"),
    ("resigned", "a quitté la partie"),
    ("absent", "n’a pas donné d’ordres"),
]


def name_the_holders(apps, schema_editor):
    names = apps.get_model("games", "Seat").objects.filter(pk=OuterRef("seat_id")).values("name")
    apps.get_model("games", "SeatHolder").objects.update(name=Subquery(names))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_pulse"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField(
            model_name="seatholder",
            name="reason",
            field=models.CharField(choices=REASONS, default="joined", max_length=12),
        ),
        migrations.AddField(
            model_name="seatholder",
            name="name",
            field=models.CharField(default="", max_length=40, verbose_name="nom de seigneur"),
            preserve_default=False,
        ),
        migrations.RunPython(name_the_holders, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Succession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="nom de seigneur")),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="succession", to="games.seat"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="successions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
