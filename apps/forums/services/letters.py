"""Writing letters. A lord's letters are refused when the game waits for a late player, and after its end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.permissions import acting_referees
from apps.forums import mails
from apps.forums.markup import LONGEST, render_markdown
from apps.forums.models import Block, Conversation, LetterDraft, Message, Notice, Participant, Voice
from apps.forums.permissions import why_silenced
from apps.forums.services.flood import require_calm
from apps.forums.services.keys import key_of, once
from apps.forums.services.notices import put_out, tell
from apps.forums.voices import Speaker, signature
from apps.games.models import Game, RefereeAct, Seat, Step
from apps.games.problems import Refusal, require

Kind = Conversation.Kind
MOST_RECIPIENTS = 30


@dataclass(frozen=True)
class NewLetter:
    """`recipients` are seats for lords, accounts for players, nobody for the referee."""

    kind: str
    subject: str
    text: str
    recipients: Sequence[Any] = ()
    game: Game | None = None
    seat: Seat | None = None  # the lord who writes
    key: str = ""


def send(user: User, new: NewLetter, now: datetime) -> Conversation:
    """A new conversation with its first letter. The same form sent twice gives the same one."""
    own = Message.objects.filter(author=user).select_related("conversation")
    return once(own, key_of(new.key, new.text), partial(_send, user, new, now)).conversation


def _send(user: User, new: NewLetter, now: datetime) -> Message:
    require(_why_not_send(user, new, now))
    conversation = Conversation.objects.create(
        kind=new.kind, game=new.game, subject=" ".join(new.subject.split())[:120], created_at=now, last_at=now
    )
    mine = _seat_everyone(conversation, user, new)
    return _append(conversation, mine, user, new.text, new.key, now)


def answer(user: User, participant: Participant, text: str, now: datetime, key: str = "") -> Message:
    """The same form sent twice gives the same letter."""
    own = Message.objects.filter(author=user)
    return once(own, key_of(key, text), partial(_answer, user, participant, text, now, key))


def _answer(user: User, participant: Participant, text: str, now: datetime, key: str) -> Message:
    conversation = (
        Conversation.objects.select_for_update(of=("self",))
        .select_related("game")
        .get(pk=participant.conversation_id)
    )
    require(why_not_answer(user, conversation, participant, now))
    return _append(conversation, participant, user, text, key, now)


def why_not_answer(user: User, conversation: Conversation, participant: Participant, now: datetime) -> str:
    """Why no answer may leave now; empty when one may. The referee can always be written to."""
    if conversation.kind == Kind.REFEREE:
        return ""
    others = [side for side in sides_of(conversation) if side.pk != participant.pk and side.left_at is None]
    if not others:
        return _("Il n’y a plus personne à l’autre bout de cette correspondance.")
    if conversation.kind == Kind.LORDS and conversation.game is not None:
        problem = why_lords_are_silent(conversation.game, now)
        if problem:
            return problem
    if len(others) == 1 and _refusing([_person(others[0])], user, participant.seat):
        return _("%(name)s ne reçoit plus vos lettres.") % {"name": others[0].name}
    return why_silenced(user, now)


def why_lords_are_silent(game: Game, now: datetime) -> str:
    """Time given to a late player is not time for intrigues: from the deadline that was put off until the
    later one.

    Time given back after a pause or an outage is everybody's: letters stay open.
    """
    if game.is_over:
        return _("La partie est finie : les lettres de ses seigneurs se lisent encore, on n’en écrit plus.")
    step = Step.objects.open().filter(game=game).only("due_at", "scheduled_at").first()
    if step is None or step.due_at is None or step.scheduled_at is None:
        return ""
    extensions = game.referee_acts.filter(kind=RefereeAct.Kind.POSTPONE).values_list(
        "details__from", flat=True
    )[:10]
    put_off = (datetime.fromisoformat(text) for text in extensions if text)
    if any(step.scheduled_at <= former <= now for former in put_off):
        return _(
            "La partie attend un retardataire : les lettres entre seigneurs rouvriront au tour suivant. "
            "L’arbitre, lui, peut toujours être joint."
        )
    return ""


def _why_not_send(user: User, new: NewLetter, now: datetime) -> str:
    if new.kind == Kind.REFEREE:
        return ""
    if not new.recipients:
        return _("Choisissez au moins un destinataire.")
    if len(new.recipients) > MOST_RECIPIENTS:
        return _("Une lettre part à trente destinataires au plus.")
    if new.kind == Kind.LORDS:
        problem = _why_not_as_lord(user, new, now)
        if problem:
            return problem
    refusals = (_why_not_to(one, user, new.seat) for one in new.recipients)
    return next(filter(None, refusals), "") or why_silenced(user, now)


def _why_not_as_lord(user: User, new: NewLetter, now: datetime) -> str:
    is_own = new.seat is not None and new.seat.user_id == user.pk
    if new.game is None or not is_own or any(one.game_id != new.game.pk for one in new.recipients):
        return _("On écrit en seigneur depuis son propre siège, aux seigneurs de la même partie.")
    return why_lords_are_silent(new.game, now)


def _why_not_to(recipient: Any, user: User, seat: Seat | None) -> str:
    """Why this one would not read what the user, or the lord of the seat, writes."""
    person = recipient.user if isinstance(recipient, Seat) else recipient
    if person is None or person.is_bot or person.is_retired:
        return _("Personne ne lirait cette lettre chez « %(name)s ».") % {"name": _name(recipient)}
    if person.pk == user.pk:
        return _("On ne s’écrit pas à soi-même.")
    if _refusing([person], user, seat):
        return _("« %(name)s » ne reçoit pas vos lettres : retirez ce nom.") % {"name": _name(recipient)}
    return ""


def _refusing(people: Iterable[User | None], user: User, seat: Seat | None) -> list[int]:
    """Those who refuse this writer: in a group they may still read, nobody calls them."""
    refused = {"seat": seat} if seat is not None else {"user": user}
    owners = [person for person in people if person is not None]
    return list(Block.objects.filter(owner__in=owners, **refused).values_list("owner", flat=True))


# Keeping and refusing
# ------------------------------------------------------------------------------------------------
def mark_read(user: User, participant: Participant, now: datetime) -> None:
    conversation = participant.conversation
    if participant.read_number < conversation.last_number:
        Participant.objects.filter(pk=participant.pk).update(read_number=conversation.last_number)
        put_out(user, [_cause(conversation)], now)


def archive(participant: Participant, now: datetime | None) -> None:
    Participant.objects.filter(pk=participant.pk).update(archived_at=now)


def leave(participant: Participant, now: datetime) -> None:
    """Out of a group for good. A conversation of two is archived instead."""
    if sides_of(participant.conversation).count() <= 2:
        raise Refusal(_("À deux, on ne quitte pas la table : archivez cette correspondance."))
    Participant.objects.filter(pk=participant.pk).update(left_at=now)


def refuse_letters(owner: User, side: Participant) -> None:
    """No more letters from that player, or from that lord."""
    if side.is_desk or _person(side) == owner:
        raise Refusal(_("L’arbitre peut toujours vous écrire."))
    who = {"seat": side.seat} if side.seat_id else {"user": side.user}
    Block.objects.bulk_create([Block(owner=owner, **who)], ignore_conflicts=True)


def save_draft(user: User, draft: LetterDraft | None, **fields: Any) -> LetterDraft:
    if draft is None:
        if user.letter_drafts.count() >= 50:
            raise Refusal(_("Cinquante brouillons attendent déjà : envoyez-en ou jetez-en."))
        return LetterDraft.objects.create(user=user, **fields)
    for name, value in fields.items():
        setattr(draft, name, value)
    draft.save()
    return draft


# Parts
# ------------------------------------------------------------------------------------------------------------
def _seat_everyone(conversation: Conversation, user: User, new: NewLetter) -> Participant:
    mine = Participant(conversation=conversation, seat=new.seat, user=None if new.seat else user)
    if new.kind == Kind.REFEREE:
        others = [Participant(conversation=conversation, is_desk=True)]
    else:
        others = [
            Participant(
                conversation=conversation, **({"seat": one} if isinstance(one, Seat) else {"user": one})
            )
            for one in dict.fromkeys(new.recipients)
        ]
    Participant.objects.bulk_create([mine, *others])
    return mine


def _append(
    conversation: Conversation, mine: Participant, user: User, text: str, key: str, now: datetime
) -> Message:
    require_calm(user, Message, now)
    key, text = key_of(key, text), text[:LONGEST]
    message = Message.objects.create(
        conversation=conversation,
        number=conversation.last_number + 1,
        participant=mine,
        author=user,
        text=text,
        html=render_markdown(text),
        key=key,
        created_at=now,
        **_signature_of(mine),
    )
    conversation.last_number, conversation.last_at = message.number, now
    conversation.save(update_fields=["last_number", "last_at"])
    Participant.objects.filter(pk=mine.pk).update(read_number=message.number)
    Participant.objects.filter(conversation=conversation).update(archived_at=None)
    _tell_others(conversation, mine, user, message, now)
    return message


def _signature_of(mine: Participant) -> dict[str, str]:
    if mine.is_desk:
        return {"signed_name": str(_("L’arbitre")), "signed_arms": mine.arms}
    if mine.seat_id:
        signed = signature(Speaker(Voice.LORD, mine.seat))
        signed.pop("seat")
        return signed
    return {"signed_name": ""}


def _tell_others(
    conversation: Conversation, mine: Participant, user: User, message: Message, now: datetime
) -> None:
    people: dict[int, Any] = {}
    for side in sides_of(conversation):
        if side.pk != mine.pk and side.left_at is None:
            people |= {person.pk: person for person in _people(side, conversation)}
    for pk in (user.pk, *_refusing(people.values(), user, mine.seat)):
        people.pop(pk, None)
    due = tell(
        people.values(),
        Notice.Kind.LETTER,
        _cause(conversation),
        f"{conversation.get_absolute_url()}#nouvelle",
        now=now,
        who=message.signature,
    )
    mails.post_letter(conversation, message, due)


def sides_of(conversation: Conversation) -> Any:
    return conversation.participants.select_related("seat__user", "seat__game", "user")


def _people(side: Participant, conversation: Conversation) -> list[Any]:
    """Who reads on that side: the player, the holder of the seat, or the referees of the desk."""
    if not side.is_desk:
        person = _person(side)
        return [person] if person is not None and person.is_active else []
    game = conversation.game
    if game is not None and game.acting_referee is not None:
        return [game.acting_referee]
    referees = acting_referees()
    return list(referees.exclude(pk__in=game.seats.exclude(user=None).values("user")) if game else referees)


def _person(side: Participant) -> User | None:
    return side.seat.user if side.seat is not None else side.user


def _name(one: Any) -> str:
    return one.name if isinstance(one, Seat) else one.username


def _cause(conversation: Conversation) -> str:
    return f"letter:{conversation.code}"
