from django.db import migrations, models
from django.db.models import Q


def name_the_holders(apps, schema_editor):
    """Only where orders were not carried out: what was played is read by whoever holds the seat."""
    Draft, Submission = apps.get_model("orders", "Draft"), apps.get_model("orders", "Submission")
    SeatHolder = apps.get_model("games", "SeatHolder")
    unplayed = Submission.objects.exclude(Q(step__status="resolved") & Q(step__kind="move"))
    for rows in (Draft.objects.all(), unplayed):
        for row in rows.select_related("seat").defer("action").annotate(n=models.F("step__n")):
            holders = SeatHolder.objects.filter(seat=row.seat, from_step__lte=row.n)
            last = holders.order_by("from_step", "pk").last()
            rows.model.objects.filter(pk=row.pk).update(holder_id=_holder(row, last))


def _holder(row, last):
    """Where the seat changed hands during that very step, the words are their author's and nobody else's."""
    if last is None:  # a sandbox keeps no record of its holder
        return row.seat.user_id
    return row.author_id if last.from_step == row.n > 0 else last.user_id


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0002_holders"),
        ("games", "0008_gathering_stirs"),
    ]

    operations = [migrations.RunPython(name_the_holders, migrations.RunPython.noop)]
