"""Puts every payload into every text people can write, for the browser: where each is shown, and what is
mailed of it.

Many payloads stand on one page. Each is rendered alone, by the code that renders it when somebody writes it.
"""

from datetime import timedelta
from itertools import islice

from django.db import transaction

TOGETHER = 8  # payloads of one post or letter, each in a paragraph of its own
SIGNED = 40  # characters of a lord's or pen-name


@transaction.atomic
def harm() -> dict:
    from django.utils import timezone

    from apps.accounts.models import User
    from tests.apps.forums.payloads import payloads

    now, texts = timezone.now(), payloads()
    people = {name: User.objects.get(username=name) for name in ("Hawkmoon", "Rodrigue", "LeRoi")}
    made = {"count": len(texts), "paths": {"Hawkmoon": [], "LeRoi": []}}
    for write in (forums, letters, moderators, games, gazettes):
        for name, paths in write(people, texts, now).items():
            made["paths"][name] += paths
    made["cookies"] = {name: cookie_of(people[name]) for name in made["paths"]}
    made["bare"] = bare(texts)
    return made


def batched(texts, size):
    """As itertools has it from Python 3.12 on."""
    left = iter(texts)
    while several := tuple(islice(left, size)):
        yield several


def cookie_of(user) -> dict:
    """The cookie of somebody who has entered, as a browser is given it."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


# Forums
# ------------------------------------------------------------------------------------------------------------
def forums(people, texts, now) -> dict:
    """Posts of lords whose name and title are payloads, titles of topics, a poll, hidden reasons, former
    versions."""
    from apps.forums.models import Board, Poll, PollOption, Post, Revision, Topic, Voice
    from apps.forums.services import moderation, posting

    author, board = people["Rodrigue"], Board.objects.get(slug="coup-de-gueule")

    def topic(title, **more):
        return Topic.objects.create(
            board=board, title=title, author=author, created_at=now, last_post_at=now, **more
        )

    stage = topic("Essais")
    for number, several in enumerate(batched(texts, TOGETHER)):
        signed = {
            "signed_name": several[0][:SIGNED],
            "signed_title": several[-1][:SIGNED],
            "signed_arms": several[0][:200],
        }
        posting.write_post(
            stage, "\n\n".join(several), now, author=author, voice=list(Voice)[number % 3], **signed
        )
    first = stage.posts.get(number=1)
    Revision.objects.bulk_create(
        Revision(post=first, text=text, written_at=now, replaced_at=now, by=author, reason=text[:300])
        for text in texts
    )
    Post.objects.filter(pk=first.pk).update(edited_at=now)
    names = topic("Seigneurs")
    Post.objects.bulk_create(
        Post(
            topic=names,
            number=number,
            author=author,
            voice="lord",
            text="x",
            html="x",
            created_at=now,
            signed_name=text[:SIGNED],
            signed_title=text[:SIGNED],
            hidden_why=text[:300],
            hidden_at=now if number % 2 else None,
        )
        for number, text in enumerate(texts, start=1)
    )
    Topic.objects.filter(pk=names.pk).update(last_number=len(texts), post_count=len(texts))
    asked = Poll.objects.create(topic=stage, question=texts[0][:200])
    PollOption.objects.bulk_create(
        PollOption(poll=asked, text=text[:100], order=n) for n, text in enumerate(texts)
    )
    titles = Topic.objects.bulk_create(
        Topic(
            board=board,
            title=f"{one} {other}"[:120],
            author=author,
            voice="lord",
            signed_name=other[:SIGNED],
            created_at=now,
            last_post_at=now,
            last_post=first,
        )
        for one, other in batched((*texts, texts[0])[: -(-len(texts) // 2) * 2], 2)
    )
    moderation.recount(board)
    paths = [f"/forums/sujet/{stage.pk}/?page={n}" for n in range(1, stage.pages + 1)]
    paths += [f"/forums/sujet/{names.pk}/?page={n}" for n in range(1, -(-len(texts) // 15) + 1, 3)]
    paths += [f"/forums/tableau/{board.slug}/?page={n}" for n in range(1, -(-len(titles) // 20) + 1)]
    paths += [f"/forums/message/{first.pk}/versions/", f"/forums/sujet/{stage.pk}/repondre/?citer=1"]
    paths += ["/forums/", "/forums/nouveaux/", "/forums/recherche/?q=%3Cscript%3Ewindow.__ran=1%3C/script%3E"]
    return {
        "Hawkmoon": paths,
        "LeRoi": [f"/forums/sujet/{names.pk}/?page=1", f"/forums/message/{first.pk}/modifier/"],
    }


def letters(people, texts, now) -> dict:
    from apps.forums.markup import render_markdown
    from apps.forums.models import Conversation, LetterDraft, Message, Notice
    from apps.forums.services import letters as verbs

    reader, author = people["Hawkmoon"], people["Rodrigue"]
    sent = verbs.send(author, verbs.NewLetter("players", texts[0], texts[0], [reader]), now)
    side = sent.participants.get(user=author)
    several = list(batched(texts, TOGETHER))
    Message.objects.bulk_create(
        Message(
            conversation=sent,
            number=number,
            participant=side,
            author=author,
            signed_name=group[0][:SIGNED],
            signed_title=group[-1][:SIGNED],
            text="",
            html="".join(render_markdown(text) for text in group),
            created_at=now,
        )
        for number, group in enumerate(several, start=2)
    )
    Conversation.objects.filter(pk=sent.pk).update(last_number=len(several) + 1, subject=texts[5][:120])
    LetterDraft.objects.bulk_create(
        LetterDraft(user=reader, kind="players", subject=text[:120], text=text, recipients=[text[:30]])
        for text in texts
    )
    Notice.objects.bulk_create(
        Notice(
            user=reader,
            kind=kind,
            key=f"{kind}:{n}",
            url="/forums/",
            created_at=now,
            params={"who": text, "what": text},
        )
        for n, text in enumerate(texts[:96])
        for kind in (Notice.Kind.values[n % len(Notice.Kind.values)],)
    )
    paths = [f"/forums/lettres/{sent.code}/?page={n}" for n in range(1, -(-len(several) // 30) + 1)]
    return {"Hawkmoon": [*paths, "/forums/lettres/", "/forums/lettres/brouillons/", "/forums/attente/"]}


def moderators(people, texts, now) -> dict:
    """Reports with their words, conclusions and excerpts; sanctions with appeals and answers; the log;
    inquiries."""
    from apps.forums.models import Inquiry, ModeratorAct, Report, Sanction
    from apps.games.models import Game

    reader, author, king = people["Hawkmoon"], people["Rodrigue"], people["LeRoi"]
    together = "\n".join(texts)
    row = {
        "target": "joueur",
        "target_id": author.pk,
        "about": author,
        "reporter": reader,
        "reason": "other",
        "created_at": now,
    }
    closed = {"closed_at": now, "closed_by": king}
    Report.objects.bulk_create(Report(words=text, conclusion=text[:300], **row, **closed) for text in texts)
    shown = Report.objects.create(words=together, excerpt=together, **row)
    ended = Report.objects.create(
        words=texts[0], conclusion=texts[1][:300], excerpt=together, **row, **closed
    )
    Sanction.objects.bulk_create(
        Sanction(
            user=user,
            kind="warning",
            reason=text,
            created_at=now,
            by=king,
            appeal=text,
            appealed_at=now,
            answer=text,
            answered_at=now if n % 2 else None,
        )
        for user in (reader, author)
        for n, text in enumerate(texts)
    )
    ModeratorAct.objects.bulk_create(
        ModeratorAct(
            actor=king,
            about=author,
            kind="hide",
            what=several[0][:200],
            reason="\n".join(several),
            url="/forums/",
            created_at=now,
        )
        for several in batched(texts, TOGETHER)
    )
    game = Game.objects.filter(kind="table").first()
    Inquiry.objects.bulk_create(
        Inquiry(game=game, opened_by=king, reason=text, opened_at=now, closed_at=now, conclusion=text)
        for text in texts
    )
    logs = [f"/forums/moderation/journal/?page={n}" for n in range(1, -(-len(texts) // TOGETHER // 50) + 2)]
    rooms = ["/forums/moderation/", f"/forums/moderation/{shown.pk}/", f"/forums/moderation/{ended.pk}/"]
    rooms += [f"/forums/moderation/joueur/{author.username}/", f"/forums/moderation/enquete/{game.code}/"]
    return {"LeRoi": logs + rooms, "Hawkmoon": ["/forums/sanctions/"]}


# Games and people
# ----------------------------------------------------------------------------------------------------
def games(people, texts, now) -> dict:
    """Names of lords, of games and their special rules, what referees said; presentations of players."""
    from apps.accounts.models import User
    from apps.games.models import Game, RefereeAct, Seat

    reader, author, king = people["Hawkmoon"], people["Rodrigue"], people["LeRoi"]
    court = Game.objects.filter(kind="table", seats__user=reader).first()
    RefereeAct.objects.bulk_create(
        RefereeAct(game=court, actor=king, kind="message", reason="\n".join(several))
        for several in batched(texts, 16)
    )
    like = {
        "slug": court.slug,
        "rules_version": court.rules_version,
        "options": court.options,
        "creator": author,
    }
    like |= {"seats_wanted": len(texts), "pace_data": court.pace_data}
    full = Game.objects.create(name=texts[0][:80], special_rules="\n".join(texts), **like)
    Seat.objects.bulk_create(
        Seat(game=full, number=n, name=f"{n}{text}"[:SIGNED], user=author if n else reader)
        for n, text in enumerate(texts)
    )
    tables = Game.objects.bulk_create(
        Game(name=text[:80], special_rules=text, **like) for text in texts[:190]
    )
    Seat.objects.bulk_create(
        Seat(game=table, number=0, name=table.name[:SIGNED], user=reader) for table in tables
    )
    User.objects.filter(pk=author.pk).update(presentation="\n\n".join(texts))
    paths = [
        f"/parties/{full.code}/avant/",
        f"/parties/{court.code}/partie/",
        "/parties/tables/",
        "/parties/",
    ]
    paths += [f"/forums/lettres/ecrire/?game={full.code}", f"/compte/joueur/{author.username}/", "/"]
    return {"Hawkmoon": paths, "LeRoi": [f"/forums/lettres/ecrire/?to={author.username}"]}


# Gazettes
# ------------------------------------------------------------------------------------------------------------
def gazettes(people, texts, now) -> dict:
    """Titles, leads, pen-names, notes and bodies; the desk, the referee's preview, the archive, a whole issue
    on paper."""
    from apps.games.models import Game
    from apps.gazette.markup import render_article
    from apps.gazette.models import Article, Issue, Unmasking
    from apps.gazette.queries import gazette_or_new
    from apps.gazette.services.writing import lock_gazette

    reader, king = people["Hawkmoon"], people["LeRoi"]
    game = Game.objects.filter(kind="table", seats__user=reader, status="running").first()
    gazette = lock_gazette(gazette_or_new(game))
    gazette.name, gazette.motto, gazette.next_headline, gazette.next_editorial = (
        texts[0][:60],
        texts[1][:120],
        texts[2][:120],
        texts[3],
    )
    gazette.save()
    last = max((issue.number for issue in gazette.issues.all()), default=0)

    def issue(number, **more):
        return Issue.objects.create(
            gazette=gazette, number=number, step=1, published_at=now, headline=texts[number][:120], **more
        )

    def article(text, **more):
        words = {"title": text[:120], "standfirst": text[:300], "pen_name": text[:SIGNED], "source": text}
        return Article(gazette=gazette, author=reader, **words, **more)

    crowd = issue(last + 1, editorial="\n\n".join(texts), news=texts)
    front = issue(last + 2, editorial="\n\n".join(texts[:20]), news=texts)
    rows = [article(t, html="x", state="published", issue=crowd, place=n) for n, t in enumerate(texts, 1)]
    rows += [article(t, html="x", state="sent", sent_at=now - timedelta(days=2), note=t[:300]) for t in texts]
    bodies = {}
    for name, format, wrapped in (
        ("html", "html", "{}"),
        ("markdown", "markdown", "{}"),
        ("caption", "html", "<figure><img src='image:1'><figcaption>{}</figcaption></figure>"),
        ("alternative", "html", '<p title="{}"><img src="image:1" alt="{}">'),
        ("legend", "markdown", "![{}](image:1)"),
    ):
        html = "".join(render_article(wrapped.replace("{}", text), format, {}) for text in texts)
        bodies[name] = article(name, html=html, state="published", issue=front, place=len(bodies) + 1)
    waiting = article("préversion", html=bodies["html"].html, state="sent", sent_at=now - timedelta(days=2))
    Article.objects.bulk_create([*rows, *bodies.values(), waiting])
    Unmasking.objects.bulk_create(
        Unmasking(gazette=gazette, article=rows[n], actor=king, reason=text, created_at=now)
        for n, text in enumerate(texts)
    )
    base = f"/gazettes/{game.code}"
    sheets = [f"{base}/article/{one.pk}/feuille/?entier=1" for one in bodies.values()]
    read = [
        f"{base}/",
        f"{base}/numero/{front.number}/papier/",
        f"{base}/archives/",
        f"{base}/mes-articles/",
        "/gazettes/",
        *sheets,
    ]
    desk = [
        f"{base}/redaction/",
        f"{base}/article/{waiting.pk}/feuille/?entier=1",
        f"{base}/article/{waiting.pk}/demasquer/",
    ]
    return {"Hawkmoon": [*read, f"{base}/article/{bodies['html'].pk}/"], "LeRoi": desk}


# Without any policy
# --------------------------------------------------------------------------------------------------
def bare(texts) -> list[str]:
    """What the sanitisers and the mails make of each, to be shown on pages that nothing else protects."""
    from django.utils import timezone

    from apps.accounts.models import MailPreference, User
    from apps.courier.composing.message import open_mail
    from apps.courier.models import Mail
    from apps.forums.markup import clean_html, render_markdown
    from apps.forums.models import LetterChoice
    from apps.forums.services import letters as verbs
    from apps.forums.services import moderation
    from apps.gazette.markup import render_article
    from apps.gazette.models import Issue
    from apps.gazette.services import telling

    made = ["".join(render(text) for text in texts) for render in (render_markdown, clean_html)]
    made += ["".join(render_article(text, format, {}) for text in texts) for format in ("html", "markdown")]
    reader, king = User.objects.get(username="Hawkmoon"), User.objects.get(username="LeRoi")
    MailPreference.objects.update_or_create(user=reader, kind="gazette", defaults={"frequency": "at_once"})
    telling.of_issue(Issue.objects.select_related("gazette__game").order_by("-pk").first())
    LetterChoice.objects.update_or_create(user=reader, defaults={"text_by_mail": True})
    for days, several in enumerate(batched(texts, 20), start=1):
        moderation.sanction(king, reader, "warning", "\n".join(several), timezone.now())
        letter = verbs.NewLetter("players", several[0], "\n\n".join(several), [reader])
        verbs.send(User.objects.get(username="Rodrigue"), letter, timezone.now() + timedelta(days=days))
    mails = Mail.objects.filter(user=reader).order_by("-pk")[: 2 * len(texts) // 20 + 4]
    return [*made, "".join(open_mail(mail.content).html for mail in mails)]
