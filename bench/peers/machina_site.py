"""django-machina 1.3.1 with the same topic and board, in its own process: a name of page on stdin,
milliseconds on stdout.

Run by the Python of an environment that has django-machina (bench/peers/machina.py makes one), never by ours.
"""

import json
import os
import sys
import tempfile
import time

FOLDER = tempfile.TemporaryDirectory(prefix="kalan-machina-")
A_BATCH = 4


def main() -> None:
    configure()
    pages = prepare(json.loads(sys.stdin.readline()))
    from django.test import Client

    client = Client()
    queries = {name: count(client, url) for name, url in pages.items()}
    say({"queries": queries})
    for line in sys.stdin:
        url = pages[line.strip()]
        start = time.process_time()
        for _n in range(A_BATCH):
            client.get(url)
        say({"cpu": (time.process_time() - start) * 1000 / A_BATCH})


def say(row: dict) -> None:
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def configure() -> None:
    import django
    from django.conf import settings
    from machina import MACHINA_MAIN_STATIC_DIR, MACHINA_MAIN_TEMPLATE_DIR

    parts = "forum conversation member permission tracking moderation search attachments feeds polls".split()
    names = {
        "conversation": "forum_conversation",
        "tracking": "forum_tracking",
        "permission": "forum_permission",
    }
    names |= {
        "member": "forum_member",
        "moderation": "forum_moderation",
        "search": "forum_search",
        "feeds": "forum_feeds",
    }
    nested = {
        "attachments": "forum_conversation.forum_attachments",
        "polls": "forum_conversation.forum_polls",
    }
    settings.configure(
        DEBUG=False,
        SECRET_KEY="bench",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(FOLDER.name, "db")}
        },
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        USE_TZ=True,
        LANGUAGE_CODE="fr",
        STATIC_URL="/static/",
        STATICFILES_DIRS=[MACHINA_MAIN_STATIC_DIR],
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            "mptt",
            "haystack",
            "widget_tweaks",
            "machina",
            *(f"machina.apps.{nested.get(part) or names.get(part, part)}" for part in parts),
        ],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [MACHINA_MAIN_TEMPLATE_DIR],
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.template.context_processors.static",
                        "django.template.context_processors.i18n",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                        "machina.core.context_processors.metadata",
                    ]
                },
            }
        ],
        CACHES={
            name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
            for name in ("default", "machina_attachments")
        },
        HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
        LOGGING_CONFIG=None,
    )
    django.setup()
    from django.urls import include, path

    global urlpatterns
    urlpatterns = [path("forum/", include("machina.urls"))]


def prepare(order: dict) -> dict[str, str]:
    """The same number of people, topics and posts, with the same words; visitors may read."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from machina.core.db.models import get_model

    call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    forum_model = get_model("forum", "Forum")
    people = [
        User.objects.create_user(f"Joueur {n}", f"j{n}@example.test", "x") for n in range(order["people"])
    ]
    forum = forum_model.objects.create(name="Nouveaux venus", type=forum_model.FORUM_POST)
    permission = get_model("forum_permission", "ForumPermission")
    granted = get_model("forum_permission", "UserForumPermission")
    for codename in ("can_see_forum", "can_read_forum"):
        found = permission.objects.get(codename=codename)
        granted.objects.create(forum=forum, permission=found, anonymous_user=True, has_perm=True)
    topics = [_topic(forum, people, posts, order["text"]) for posts in order["topics"]]
    first = topics[0]
    return {
        "topic": f"/forum/forum/{forum.slug}-{forum.pk}/topic/{first.slug}-{first.pk}/",
        "board": f"/forum/forum/{forum.slug}-{forum.pk}/",
    }


def _topic(forum, people, posts, text):
    from machina.core.db.models import get_model

    topic_model, post_model = (
        get_model("forum_conversation", "Topic"),
        get_model("forum_conversation", "Post"),
    )
    topic = topic_model.objects.create(
        forum=forum, poster=people[0], subject="À tous les seigneurs", type=topic_model.TOPIC_POST, status=0
    )
    for n in range(posts):
        post_model.objects.create(
            topic=topic, poster=people[n % len(people)], subject=topic.subject, content=text
        )
    return topic


def count(client, url: str) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(url)
    with CaptureQueriesContext(connection) as found:
        answer = client.get(url)
    assert answer.status_code == 200, (url, answer.status_code)
    connection.force_debug_cursor = False
    return len(found)


urlpatterns: list = []

if __name__ == "__main__":
    main()
