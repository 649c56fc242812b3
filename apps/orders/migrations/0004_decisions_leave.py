"""Drafts, submissions and lamps become models of `games`, which owns the log of a step. Their tables stay where they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("orders", "0003_name_the_holders")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[],
            state_operations=[
                migrations.DeleteModel("Draft"),
                migrations.DeleteModel("Readiness"),
                migrations.DeleteModel("Submission"),
            ],
        )
    ]
