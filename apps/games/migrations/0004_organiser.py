"""One more kind of act in the referees' log: a ruling of an organiser."""

from django.db import migrations, models

KINDS = [
    ("postpone", "a reporté l’échéance"),
    ("pause", "a suspendu la partie"),
    ("resume", "a repris la partie"),
    ("resolve", "a fait résoudre le tour"),
    ("rollback", "est revenu en arrière"),
    ("replace", "a remplacé un joueur"),
    ("remove", "a écarté un joueur"),
    ("answer", "a répondu pour un absent"),
    ("message", "a écrit à tous"),
    ("resend", "a renvoyé un courrier"),
    ("cancel", "a annulé la partie"),
    ("open_orders", "a ouvert des ordres scellés"),
    ("release", "a levé la quarantaine"),
    ("vote", "vote de la table"),
    ("outage", "temps rendu après une panne"),
    ("rule", "a tranché, comme organisateur"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0003_succession")]

    operations = [
        migrations.AlterField(
            model_name="refereeact", name="kind", field=models.CharField(choices=KINDS, max_length=12)
        )
    ]
