"""Drafts, submissions and lamps come from the app `orders`, with the tables that they have: nothing is written."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import apps.games.models.decisions
import apps.games.models.fields

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def person():
    return models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
    )


def part_of(model, related_name):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=f"games.{model}"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_gathering_stirs"),
        ("orders", "0004_decisions_leave"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[],
            state_operations=[
                migrations.CreateModel(
                    name="Draft",
                    fields=[
                        KEY,
                        ("action", models.JSONField()),
                        ("text", models.TextField(blank=True)),
                        ("updated_at", models.DateTimeField(auto_now=True)),
                        ("author", person()),
                        ("holder", person()),
                        ("seat", part_of("seat", "drafts")),
                        ("step", part_of("step", "drafts")),
                    ],
                    options={
                        "db_table": "orders_draft",
                        "constraints": [
                            models.UniqueConstraint(fields=("step", "seat"), name="one_draft_a_seat_and_step")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Readiness",
                    fields=[KEY, ("seat", part_of("seat", "+")), ("step", part_of("step", "readiness"))],
                    options={
                        "db_table": "orders_readiness",
                        "constraints": [
                            models.UniqueConstraint(fields=("step", "seat"), name="one_ready_light_a_seat")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Submission",
                    fields=[
                        KEY,
                        ("revision", models.PositiveSmallIntegerField()),
                        ("action", apps.games.models.fields.PackedField()),
                        ("key", models.CharField(max_length=64)),
                        (
                            "salt",
                            models.CharField(
                                default=apps.games.models.decisions.new_salt, editable=False, max_length=32
                            ),
                        ),
                        ("receipt", models.CharField(max_length=64)),
                        (
                            "from_draft",
                            models.BooleanField(default=False, verbose_name="brouillon pris à l’échéance"),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("author", person()),
                        ("holder", person()),
                        ("seat", part_of("seat", "submissions")),
                        ("step", part_of("step", "submissions")),
                    ],
                    options={
                        "db_table": "orders_submission",
                        "ordering": ["step", "seat", "revision"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("step", "seat", "revision"), name="one_submission_a_revision"
                            ),
                            models.UniqueConstraint(
                                fields=("step", "seat", "key"), name="one_submission_a_key"
                            ),
                        ],
                    },
                ),
            ],
        )
    ]
