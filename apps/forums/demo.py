"""What people said at the demonstration's court before the visitor came: an announcement, a question, three
voices, a letter."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.forums.models import Board, Conversation, Voice
from apps.forums.services import letters, posting
from apps.forums.voices import Speaker
from apps.games.models import Game, Seat

DAY = timedelta(days=1)


def furnish(sender: Any, visitor: User, second: User, king: User, **_more: Any) -> None:
    now = timezone.now()
    _announce(king, now - 6 * DAY)
    _ask(king, second, now - 3 * DAY)
    _play(visitor, now - 2 * DAY)
    _write(second, visitor, now - timedelta(hours=3))


def _announce(king: User, now: Any) -> None:
    words = _(
        "Cette cour est une démonstration : *Gloire et Pouvoir* y compte dix seigneurs, dont neuf "
        "automates, et les quatre "
        "autres jeux ont chacun leur table ouverte.\n\nRien n’y est précieux. Écrivez des ordres, "
        "scellez-les, "
        "publiez un article dans la gazette, répondez ici : tout se remet à neuf en effaçant le dossier "
        "`var/`."
    )
    posting.open_topic(
        king, Board.objects.get(slug="annonces"), _("Les portes sont ouvertes"), _new_post(words), now
    )


def _ask(king: User, second: User, now: Any) -> None:
    words = _(
        "Nouveau à la cour ? Dites-nous ce qui vous amène, et demandez ce que les règles ne disent pas "
        "assez bien."
    )
    poll = posting.NewPoll(
        _("Par quel jeu commencez-vous ?"),
        ("Gloire et Pouvoir", "Miles Christi", "Theopolis", "Les Missionnaires", "Argad!"),
    )
    board = Board.objects.get(slug="nouveaux-venus")
    topic = posting.open_topic(king, board, _("Par où commencer ?"), _new_post(words), now, poll)
    answer = _(
        "Par une partie d’entraînement : les automates jouent aussitôt, et l’on peut **tout essayer**.\n\n"
        "> Un tour par semaine, c’est long quand on découvre.\n\nEnsuite seulement, la cour."
    )
    posting.reply(second, topic, _new_post(answer), now + timedelta(hours=5))


def _play(visitor: User, now: Any) -> None:
    """The three voices, in the forum of the court."""
    board = Board.objects.get(game__slug="gloire", game__seats__user=visitor)
    assert board.game is not None
    seat = board.game.seats.get(user=visitor)
    oath = _(
        "Seigneurs, je le dis une fois : qui passera mes bornes en armes trouvera mes gens levés et mes "
        "ponts coupés.\n\n"
        "Qui viendra en hôte aura le pain, le sel et ma parole."
    )
    tale = _(
        "La neige tombait depuis trois jours. Au donjon on brûlait les bancs de la chapelle, et le vieux "
        "capitaine comptait "
        "les arcs à voix basse : il en manquait douze, et personne ne demandait où ils étaient."
    )
    aside = _("Hors jeu : je rentre dimanche soir, je lirai vos réponses avant de sceller.")
    topic = posting.open_topic(
        visitor, board, _("Le serment du Nord"), _new_post(oath, Speaker(Voice.LORD, seat)), now
    )
    posting.reply(visitor, topic, _new_post(tale, Speaker(Voice.TALE, seat)), now + timedelta(hours=2))
    posting.reply(visitor, topic, _new_post(aside), now + timedelta(hours=9))


def _write(second: User, visitor: User, now: Any) -> None:
    """A letter from lord to lord that waits to be read."""
    game = Game.objects.filter(seats__user=visitor).filter(seats__user=second).order_by("pk").first()
    if game is None:
        return
    mine, theirs = Seat.objects.get(game=game, user=second), Seat.objects.get(game=game, user=visitor)
    words = _(
        "Messire,\n\nnos bannières n’ont rien à gagner à se croiser cette saison. Laissez-moi la route "
        "du nord, je vous "
        "laisse la mer. Si cela vous convient, un mot suffit ; si cela ne vous convient pas, un mot aussi."
    )
    new = letters.NewLetter(
        Conversation.Kind.LORDS, _("Une trêve, pour commencer"), words, [theirs], game, mine
    )
    letters.send(second, new, now)


def _new_post(text: str, speaker: Speaker | None = None) -> posting.NewPost:
    return posting.NewPost(text, speaker or Speaker(), follow=False)
