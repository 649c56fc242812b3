"""An article that is asked back leaves the desk with the next emptying of its box; when it was last changed is not kept."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gazette", "0001_initial")]
    operations = [
        migrations.RemoveField(model_name="article", name="touched_at"),
        migrations.AddField(
            model_name="article", name="withdrawn_at", field=models.DateTimeField(blank=True, null=True)
        ),
    ]
