"""What search reads, folded, with its index where the database has full text; and a kind of notice for gazettes."""

from django.db import migrations, models

KINDS = [
    ("letter", "lettre"),
    ("mention", "mention"),
    ("reply", "réponse"),
    ("topic", "nouveau sujet"),
    ("moderation", "modération"),
    ("report", "signalement"),
    ("gazette", "gazette"),
]
INDEX = """CREATE INDEX posts_by_words ON forums_post USING gin (to_tsvector('french'::regconfig, COALESCE(words, '')))"""


def fold_posts(apps, schema_editor):
    from apps.forums.search import words_of

    post_model = apps.get_model("forums", "Post")
    rows = []
    for post in post_model.objects.select_related("topic").only("number", "text", "topic__title").iterator(500):
        post.words = words_of(post, post.topic)
        rows.append(post)
        if len(rows) == 500:
            post_model.objects.bulk_update(rows, ["words"])
            rows = []
    post_model.objects.bulk_update(rows, ["words"])


def make_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(INDEX)


def drop_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS posts_by_words")


class Migration(migrations.Migration):
    dependencies = [("forums", "0002_boards")]
    atomic = False  # rows written and their table altered in one transaction would be refused by PostgreSQL

    operations = [
        migrations.AlterField(model_name="notice", name="kind", field=models.CharField(choices=KINDS, max_length=10)),
        migrations.AddField(
            model_name="post", name="words", field=models.TextField(default="", editable=False)
        ),
        migrations.RunPython(fold_posts, migrations.RunPython.noop),
        migrations.RunPython(make_index, drop_index),
    ]
