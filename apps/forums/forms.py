"""What people fill in where they talk. Forms only validate; the services decide."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from apps.accounts.models import User
from apps.accounts.profile.names import fold_name
from apps.forums.markup import LONGEST
from apps.forums.models import Board, Report, Sanction
from apps.forums.pictures import MOST_PICTURES, encode
from apps.forums.services.letters import MOST_RECIPIENTS
from apps.forums.services.posting import NewPoll
from apps.forums.voices import Speaker
from apps.site.forms import offer
from apps.site.texts import LazyText

TERMS = (1, 3, 7, 30, 90, 365)  # days


def text_field(label: Any, rows: int = 9, **more: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "data-editor": "", "spellcheck": "true"})
    return forms.CharField(label=label, max_length=LONGEST, widget=widget, **more)


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, each rebuilt by `read`: what the form gives is ours already."""

    def __init__(self, *, read: Callable[[Any], Any], most: int, too_many: LazyText, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.read, self.most, self.too_many = read, most, too_many

    def clean(self, data: Any, initial: Any = None) -> tuple[Any, ...]:
        files = [file for file in (data if isinstance(data, list | tuple) else [data]) if file]
        if len(files) > self.most:
            raise ValidationError(self.too_many)
        return tuple(self.read(file) for file in files)


class KeyedForm(forms.Form):
    """Carries the key that makes a form sent twice count once."""

    key = forms.RegexField(
        r"^[0-9a-f]{32}$", widget=forms.HiddenInput, initial=partial(secrets.token_hex, 16)
    )


class PostForm(KeyedForm):
    voice = forms.ChoiceField(label=gettext_lazy("Qui parle ?"), widget=forms.RadioSelect)
    text = text_field(gettext_lazy("Votre message"))
    pictures = FilesField(
        read=encode,
        most=MOST_PICTURES,
        too_many=gettext_lazy("Quatre images au plus dans un message."),
        label=gettext_lazy("Images"),
        required=False,
        widget=SeveralFiles(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=gettext_lazy(
            "Jusqu’à quatre, 5 Mo chacune. Elles suivent le texte, ou prennent place là où vous écrivez "
            "<code>![légende](image:1)</code>."
        ),
    )
    follow = forms.BooleanField(label=gettext_lazy("Suivre ce sujet"), required=False, initial=True)

    def __init__(self, *args: Any, speakers: list[Speaker], usual: str = "", **kwargs: Any) -> None:
        """`usual` is the voice of the topic: whoever answers is taken to speak like it until they say
        otherwise."""
        super().__init__(*args, **kwargs)
        offer(self, "voice", [(speaker.value, speaker.label) for speaker in speakers])
        fitting = [speaker for speaker in speakers if speaker.voice == usual]
        self.fields["voice"].initial = (*fitting, *speakers)[0].value
        if len(speakers) == 1:
            self.fields["voice"].widget = forms.HiddenInput()


class TopicForm(PostForm):
    title = forms.CharField(label=gettext_lazy("Titre"), min_length=3, max_length=120)
    question = forms.CharField(label=gettext_lazy("Question"), max_length=200, required=False)
    options = forms.CharField(
        label=gettext_lazy("Réponses proposées"),
        required=False,
        max_length=1200,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Une par ligne, de deux à dix."),
    )
    several = forms.BooleanField(label=gettext_lazy("On peut en choisir plusieurs"), required=False)
    days = forms.IntegerField(
        label=gettext_lazy("Ouvert combien de jours"), required=False, min_value=1, max_value=90, initial=7
    )
    field_order = ["title", "voice", "text"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        options = list(dict.fromkeys(" ".join(line.split()) for line in data.get("options", "").splitlines()))
        options = [option for option in options if option]
        if options and not data.get("question") and "question" not in self.errors:
            self.add_error("question", _("Ces réponses attendent une question : écrivez-la, ou effacez-les."))
        if data.get("question") and not 2 <= len(options) <= 10:
            self.add_error(
                "options", _("Un sondage propose de deux à dix réponses différentes, une par ligne.")
            )
        if any(len(option) > 100 for option in options):
            self.add_error("options", _("Une réponse a cent caractères au plus."))
        data["answers"] = tuple(options)
        return data

    @property
    def poll(self) -> NewPoll | None:
        data = self.cleaned_data
        if not data["question"]:
            return None
        ends = timezone.now() + timedelta(days=data["days"]) if data["days"] else None
        return NewPoll(data["question"], data["answers"], data["several"], ends)


class EditForm(forms.Form):
    text = text_field(gettext_lazy("Le message"), rows=12)
    reason = forms.CharField(label=gettext_lazy("Pourquoi"), max_length=300, required=False)


# Letters
# ------------------------------------------------------------------------------------------------------------
class LetterForm(KeyedForm):
    subject = forms.CharField(label=gettext_lazy("Objet"), max_length=120)
    text = text_field(gettext_lazy("Votre lettre"), rows=10)


class LordLetterForm(LetterForm):
    """From one's own lord to others of the same game."""

    sender = forms.ChoiceField(label=gettext_lazy("De la part de"))
    recipients = forms.MultipleChoiceField(
        label=gettext_lazy("À"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choisissez au moins un destinataire.")},
    )
    field_order = ["sender", "recipients", "subject", "text"]

    def __init__(self, *args: Any, own: list[Any], others: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "sender", [(str(seat.number), seat.name) for seat in own])
        offer(self, "recipients", [(str(seat.number), seat.name) for seat in others])
        if len(own) == 1:
            self.fields["sender"].widget = forms.HiddenInput()
            self.fields["sender"].initial = str(own[0].number)
        self.own, self.others = own, others

    @property
    def from_seat(self) -> Any:
        return next(seat for seat in self.own if str(seat.number) == self.cleaned_data["sender"])

    @property
    def to_seats(self) -> list[Any]:
        chosen = set(self.cleaned_data["recipients"])
        return [seat for seat in self.others if str(seat.number) in chosen]


class PlayerLetterForm(LetterForm):
    recipients = forms.CharField(
        label=gettext_lazy("À"),
        max_length=31 * MOST_RECIPIENTS,
        help_text=gettext_lazy("Un nom de joueur, ou plusieurs séparés par des virgules."),
    )
    field_order = ["recipients", "subject", "text"]

    def clean_recipients(self) -> list[User]:
        names = [name.strip() for name in self.cleaned_data["recipients"].split(",") if name.strip()]
        folded = {fold_name(name): name for name in names}
        found = {
            user.folded_name: user
            for user in User.objects.present().filter(folded_name__in=folded, is_bot=False)
        }
        missing = [name for key, name in folded.items() if key not in found]
        if missing:
            raise ValidationError(
                ngettext_lazy(
                    "Personne ne s’appelle « %(names)s » ici : vérifiez l’orthographe.",
                    "Personne ne porte ces noms ici : %(names)s. Vérifiez l’orthographe.",
                    len(missing),
                )
                % {"names": ", ".join(missing)}
            )
        return [found[key] for key in folded]


class RefereeLetterForm(LetterForm):
    game = forms.ChoiceField(label=gettext_lazy("À propos de"), required=False)
    field_order = ["game", "subject", "text"]

    def __init__(self, *args: Any, games: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = {game.code: game for game in games}
        choices = [("", _("Le site, mon compte, autre chose")), *((game.code, game.name) for game in games)]
        offer(self, "game", choices)

    @property
    def about(self) -> Any:
        return self.games.get(self.cleaned_data["game"])


class AnswerForm(KeyedForm):
    text = text_field(gettext_lazy("Votre réponse"), rows=6)


# Moderation
# ----------------------------------------------------------------------------------------------------------
class ReportForm(forms.Form):
    reason = forms.ChoiceField(
        label=gettext_lazy("Qu’est-ce qui ne va pas ?"),
        choices=Report.Reason.choices,
        widget=forms.RadioSelect,
    )
    words = forms.CharField(
        label=gettext_lazy("Dites-nous-en plus"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class SanctionForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Sanction"), choices=Sanction.Kind.choices)
    days = forms.TypedChoiceField(
        label=gettext_lazy("Durée"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("", gettext_lazy("sans terme")),
            *((n, ngettext_lazy("%d jour", "%d jours", n) % n) for n in TERMS),
        ],
        initial=7,
        help_text=gettext_lazy("Un avertissement n’a pas de durée."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Raison, que la personne lira"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class WordsForm(forms.Form):
    """One text with a reason in it: closing a report, an appeal, an answer, an inquiry."""

    def __init__(self, *args: Any, label: str = "", most: int = 2000, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = forms.Textarea(attrs={"rows": 4})
        self.fields["words"] = forms.CharField(
            label=label or _("Votre texte"), max_length=most, widget=widget
        )


class SettleForm(forms.Form):
    """What a moderator may change about a topic."""

    title = forms.CharField(label=gettext_lazy("Titre"), min_length=3, max_length=120)
    pinned = forms.BooleanField(label=gettext_lazy("Épinglé en tête"), required=False)
    locked = forms.BooleanField(label=gettext_lazy("Fermé aux réponses"), required=False)
    board = forms.ModelChoiceField(label=gettext_lazy("Tableau"), queryset=Board.objects.none())

    def __init__(self, *args: Any, boards: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["board"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = boards
