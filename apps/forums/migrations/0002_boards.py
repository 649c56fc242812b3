"""The boards of the site, and a forum for each game that is already there."""

from django.db import migrations

SITE = (
    ("annonces", "Annonces", "Ce que la maison fait savoir : ouvertures, nouveautés, pannes.", "crown", "everyone", "moderators", "everyone"),
    ("nouveaux-venus", "Nouveaux venus", "Présentez-vous, posez toutes vos questions : personne ne rit.", "sun", "everyone", "everyone", "everyone"),
    ("cherche-remplacant", "Cherche remplaçant", "Les sièges libres s’annoncent ici d’eux-mêmes.", "key", "everyone", "everyone", "everyone"),
    ("coup-de-gueule", "Coup de gueule", "Ce qui fâche, dit une bonne fois, loin des forums de partie.", "axe", "everyone", "everyone", "everyone"),
    ("association", "L’association", "La vie de l’association, entre membres.", "sheaf", "members", "members", "members"),
)
TALK = (
    ("table-gloire", "Gloire et Pouvoir", "Stratégie, règles, souvenirs de cour.", "gloire"),
    ("table-miles-christi", "Miles Christi", "Les croisades, leurs routes et leurs dés.", "miles_christi"),
    ("table-theopolis", "Theopolis", "Bâtir la cité, et en parler.", "theopolis"),
    ("table-missionnaires", "Les Missionnaires", "Voyages, conversions, péripéties.", "missionnaires"),
    ("table-argad", "Argad!", "Escarmouches, listes d’armée, récits de bataille.", "argad"),
)


def create_boards(apps, schema_editor):
    board = apps.get_model("forums", "Board")
    for order, (slug, title, about, emblem, readers, openers, writers) in enumerate(SITE, start=1):
        fields = {"kind": "site", "title": title, "about": about, "emblem": emblem, "order": order * 10}
        board.objects.get_or_create(slug=slug, defaults={**fields, "readers": readers, "openers": openers, "writers": writers})
    for order, (slug, title, about, emblem) in enumerate(TALK, start=1):
        fields = {"kind": "talk", "title": title, "about": about, "emblem": emblem, "order": 200 + order * 10}
        board.objects.get_or_create(slug=slug, defaults=fields)
    for game in apps.get_model("games", "Game").objects.filter(kind="table"):
        fields = {"slug": f"partie-{game.code}", "kind": "game", "title": game.name, "emblem": game.slug}
        rights = {"readers": "game", "openers": "players", "writers": "players"}
        board.objects.get_or_create(game=game, defaults={**fields, **rights})


def index_words(apps, schema_editor):
    """Full-text search where the database has it; the expression is the one that queries.search_posts makes."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX IF NOT EXISTS forums_post_words ON forums_post USING gin "
            "(to_tsvector('french'::regconfig, COALESCE(text, '')))"
        )


def drop_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS forums_post_words")


class Migration(migrations.Migration):
    dependencies = [("forums", "0001_initial"), ("games", "0001_initial")]
    operations = [
        migrations.RunPython(create_boards, migrations.RunPython.noop),
        migrations.RunPython(index_words, drop_words),
    ]
