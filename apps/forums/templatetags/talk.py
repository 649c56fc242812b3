"""Posts and lines of topics, drawn once and kept (see apps/forums/fragments.py)."""

import re
from collections.abc import Hashable, Iterable
from html import unescape
from typing import Any

from django import template
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.forums.fragments import fragments
from apps.forums.models import Post, Topic
from apps.forums.permissions import can_write_as_lord, why_not_edit
from apps.site.folding import fold

register = template.Library()
register.filter("writes_as_lord_in", can_write_as_lord)
EXTRACT = 40  # words of a found post


@register.simple_tag(takes_context=True)
def posts_as_seen(context: Any, posts: list[Post], first_unread: int) -> SafeString:
    """Posts of a page for its reader. What only moderators see carries their token and is never kept."""
    user, topic, moderates = context["user"], context["topic"], bool(context.get("moderates"))
    known, may_quote, in_game = user.is_authenticated, "form" in context, context.get("game") is not None
    page = {"topic": topic, "known": known, "may_quote": may_quote, "in_game": in_game}
    draw, place = fragments("forums/_post.html"), min(first_unread, topic.last_number)
    drawn: list[str] = []
    for post in posts:
        if post.number == place:
            drawn.append(_new_mark(first_unread <= topic.last_number and first_unread > 1))
        own = known and post.author_id == user.pk
        may_edit = moderates or (own and not why_not_edit(user, post, timezone.now()))
        scope = {**page, "post": post, "own": own, "may_edit": may_edit, "moderates": moderates}
        if moderates:
            token = {"csrf_token": context["csrf_token"]}
            drawn.append(get_template("forums/_post.html").render(scope | token))
        else:
            drawn.append(draw((*_looks(post), known, own, may_edit, may_quote, in_game), scope))
    return mark_safe("".join(drawn))


def _looks(post: Post) -> tuple[Hashable, ...]:
    """What a post is drawn from and may change."""
    author = post.author
    face = (author.username, author.arms, author.role, author.retired_at) if author else ()
    return (post.pk, post.edited_at, post.hidden_at, post.edited_by_moderator, face)


def _new_mark(has_news: bool) -> SafeString:
    """The place to which "nouveau" leads: a line above the first post one has not read, else where one left
    off."""
    if has_news:
        return format_html('<p class="new-mark" id="nouveau"><span>{}</span></p>', _("Nouveaux messages"))
    return mark_safe('<span class="new-place" id="nouveau"></span>')


@register.filter
def first_words(text: str, most: int) -> str:
    """Like `truncatewords`, which would turn the no-break space before a colon into one where lines break."""
    words = re.split(r"[ \t\r\n]+", str(text).strip(" \t\r\n"))
    return " ".join(words[:most]) + (" …" if len(words) > most else "")


@register.filter
def plain(html: str) -> str:
    """The words of a text without its marks, for extracts: plain text again, which the template escapes."""
    return unescape(strip_tags(html.replace("<br>", " ").replace("</p>", " </p>").replace("</td>", " </td>")))


@register.filter
def leading_there(sentence: str) -> SafeString:
    """A refusal that speaks of the page « Mes sanctions » leads to it."""
    page = _("« Mes sanctions »")
    link = format_html('<a href="{}">{}</a>', reverse("forums:sanctions"), page)
    return mark_safe(conditional_escape(sentence).replace(page, link))


@register.simple_tag
def topic_lines(topics: Iterable[Topic], show_board: bool = False) -> SafeString:
    draw, drawn = fragments("forums/_topic_line.html"), []
    for topic in topics:
        last = topic.last_post
        unread = bool(getattr(topic, "is_unread", False))
        names = (topic.opened_by, last.signature if last else "", topic.board.title if show_board else "")
        state = (topic.title, topic.voice, topic.pinned, topic.locked, topic.post_count, topic.last_number)
        scope = {"topic": topic, "unread": unread, "show_board": show_board}
        drawn.append(draw((topic.pk, names, state, unread, topic.last_post_at), scope))
    return mark_safe("".join(drawn))


@register.filter
def extract(html: str, asked: str) -> SafeString:
    """The words of a text around the first that was asked for, those marked; its beginning where none stands
    as asked."""
    words, wanted = plain(html).split(), fold(asked).split()

    def is_asked(word: str) -> bool:
        return any(one in fold(word) for one in wanted)

    found = next((place for place, word in enumerate(words) if is_asked(word)), 0)
    first = max(0, found - EXTRACT // 4)
    shown = [
        format_html("<mark>{}</mark>" if is_asked(word) else "{}", word)
        for word in words[first : first + EXTRACT]
    ]
    before, after = ("… " if first else ""), (" …" if len(words) > first + EXTRACT else "")
    return mark_safe(before + " ".join(shown) + after)
