"""Class names only: the table keeps its name, the database sees nothing of it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("courier", "0001_initial")]

    operations = [
        migrations.AlterModelTable("Lane", "courier_lane"),
        migrations.RenameModel("Lane", "ProviderConnection"),
    ]
