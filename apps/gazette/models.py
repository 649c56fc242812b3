"""The gazette of a game: its issues, the articles, their pictures and sounds, and the log of unmaskings.

The author of an article is a column that no public page reads. Ids are drawn at random and a published
article keeps no instant of its own, so that neither its number nor its date tells who wrote it.
"""

import secrets

from django.db import models
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User

BRIEF = 8  # lines: a shorter article has one column and no initial


def new_number() -> int:
    """An id that says nothing of when it was given."""
    return secrets.randbits(62) | (1 << 61)


def new_salt() -> bytes:
    return secrets.token_bytes(16)


def new_media_code() -> str:
    return secrets.token_urlsafe(20)


class Gazette(models.Model):
    """Made when it is first needed: before that a game has the default one."""

    class Mode(models.TextChoices):
        WITH_TURN = "turn", _("tout paraît avec le tour")
        COMPOSED = "composed", _("la rédaction choisit et met en page")

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="gazette")
    name = models.CharField(_("nom de la gazette"), max_length=60, blank=True)
    motto = models.CharField(_("devise"), max_length=120, blank=True)
    mode = models.CharField(_("parution"), max_length=8, choices=Mode.choices, default=Mode.WITH_TURN)
    # A player who volunteered.
    editor = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    salt = models.BinaryField(default=new_salt, editable=False)  # secret: orders what nobody ordered
    next_headline = models.CharField(_("manchette"), max_length=120, blank=True)
    next_editorial = models.TextField(_("éditorial"), max_length=2000, blank=True)

    shown: "QuerySet[Issue]"  # set by the feed

    class Meta:
        verbose_name = _("gazette")

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        return self.name or gettext("La Gazette")


class Issue(models.Model):
    gazette = models.ForeignKey(Gazette, on_delete=models.CASCADE, related_name="issues")
    number = models.PositiveIntegerField()
    step = models.PositiveIntegerField()  # the turn it came out with
    published_at = models.DateTimeField()  # the turn's own instant
    headline = models.CharField(max_length=120, blank=True)
    editorial = models.TextField(blank=True)
    editorial_hidden_at = models.DateTimeField(null=True, blank=True)
    editorial_hidden_why = models.CharField(max_length=300, blank=True)
    news = models.JSONField(default=list)  # sentences of the engine, from what every spectator may know

    class Meta:
        verbose_name = _("numéro")
        ordering = ["gazette", "-number"]
        constraints = [models.UniqueConstraint(fields=["gazette", "number"], name="one_issue_a_number")]


class ArticleQuerySet(QuerySet["Article"]):
    def drafts(self) -> "ArticleQuerySet":
        return self.filter(state__in=(Article.State.DRAFT, Article.State.REFUSED))

    def sent(self) -> "ArticleQuerySet":
        return self.filter(state=Article.State.SENT)

    def withdrawn(self) -> "ArticleQuerySet":
        """Still on the desk, and no longer to be printed."""
        return self.sent().filter(withdrawn_at__isnull=False)

    def published(self) -> "ArticleQuerySet":
        return self.filter(state=Article.State.PUBLISHED)

    def by(self, user: User) -> "ArticleQuerySet":
        return self.filter(author=user)

    def nameless(self) -> "ArticleQuerySet":
        """Without the columns that no reader may learn from."""
        return self.defer("author", "seat", "source", "sent_at", "withdrawn_at")


class Article(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("brouillon")
        SENT = "sent", _("remis à la rédaction")
        REFUSED = "refused", _("rendu par la rédaction")
        PUBLISHED = "published", _("paru")

    class Rubric(models.TextChoices):
        COURT = "court", _("La vie de cour")
        WAR = "war", _("Guerre et frontières")
        TRADE = "trade", _("Commerce et impôts")
        NEWS = "news", _("Faits divers")
        SERIAL = "serial", _("Feuilleton")
        OPINION = "opinion", _("Tribune libre")
        NOTICES = "notices", _("Petites annonces")
        OBITUARY = "obituary", _("Carnet noir")

    class Format(models.TextChoices):
        MARKDOWN = "markdown", _("Markdown")
        HTML = "html", _("HTML")

    id = models.BigIntegerField(primary_key=True, default=new_number, editable=False)
    gazette = models.ForeignKey(Gazette, on_delete=models.CASCADE, related_name="articles")
    author = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="articles")
    seat = models.ForeignKey("games.Seat", null=True, on_delete=models.SET_NULL, related_name="+")
    title = models.CharField(_("titre"), max_length=120)
    standfirst = models.CharField(_("chapeau"), max_length=300, blank=True)
    rubric = models.CharField(_("rubrique"), max_length=10, choices=Rubric.choices, default=Rubric.COURT)
    pen_name = models.CharField(_("nom de plume"), max_length=40, blank=True)  # empty: anonymous
    format = models.CharField(_("écrit en"), max_length=10, choices=Format.choices, default=Format.MARKDOWN)
    source = models.TextField(_("texte"))
    html = models.TextField(editable=False)
    size = models.PositiveSmallIntegerField(default=16)  # estimated height, in lines of the page
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    sent_at = models.DateTimeField(null=True, blank=True)  # forgotten at publication
    withdrawn_at = models.DateTimeField(
        null=True, blank=True
    )  # asked back: it leaves the desk when the box is emptied
    passed = models.PositiveSmallIntegerField(default=0)  # issues that came out without it
    note = models.CharField(_("mot de la rédaction"), max_length=300, blank=True)
    issue = models.ForeignKey(Issue, null=True, blank=True, on_delete=models.PROTECT, related_name="articles")
    place = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # in the issue, or in the one being composed
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_why = models.CharField(max_length=300, blank=True)
    # When the game is over and the author wishes it:
    signed_name = models.CharField(max_length=40, blank=True)
    signed_player = models.CharField(max_length=30, blank=True)
    signed_arms = models.CharField(max_length=200, blank=True)

    body: str  # set by the printed sheet

    objects = ArticleQuerySet.as_manager()

    class Meta:
        verbose_name = _("article")
        ordering = ["issue", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "place"], condition=models.Q(issue__isnull=False), name="one_article_a_place"
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def byline(self) -> str:
        return self.pen_name or gettext("Anonyme")

    @property
    def frame(self) -> int:
        """The height of its frame, in steps of four lines: the style sheet knows each."""
        return min(96, max(4, -(-self.size // 4) * 4))

    @property
    def is_brief(self) -> bool:
        """A few lines, set in one column."""
        return self.size < BRIEF


class Media(models.Model):
    """A picture written anew, or a sound rebuilt from its frames. It belongs to one article."""

    class Kind(models.TextChoices):
        PICTURE = "image", _("image")
        SOUND = "son", _("son")

    code = models.CharField(max_length=40, unique=True, default=new_media_code, editable=False)
    article = models.ForeignKey(Article, on_delete=models.CASCADE, related_name="media")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    place = models.PositiveSmallIntegerField()  # written image:1, son:1
    file = models.FileField(upload_to="gazette")
    content_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)

    class Meta:
        ordering = ["article", "kind", "place"]
        constraints = [models.UniqueConstraint(fields=["article", "kind", "place"], name="one_media_a_place")]

    def get_absolute_url(self) -> str:
        return reverse("gazette:media", args=[self.code])

    @property
    def mark(self) -> str:
        """How the text of the article calls it."""
        return f"{self.kind}:{self.place}"


class Unmasking(models.Model):
    """A referee looked up who wrote an article. Never changed; every reader of the gazette sees that it was
    done."""

    gazette = models.ForeignKey(Gazette, on_delete=models.CASCADE, related_name="unmaskings")
    article = models.ForeignKey(Article, null=True, on_delete=models.SET_NULL, related_name="unmaskings")
    actor = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.TextField(max_length=500)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("levée d’anonymat")
        ordering = ["-created_at", "-pk"]
