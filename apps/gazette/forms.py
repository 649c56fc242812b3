"""What authors and the desk fill in. Forms only validate; the services decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.forums.forms import FilesField, SeveralFiles
from apps.forums.pictures import encode
from apps.gazette.markup import LONGEST
from apps.gazette.models import Article, Gazette, Media
from apps.gazette.services.writing import MOST_PICTURES, MOST_SOUNDS, Copy
from apps.gazette.sounds import check_sound
from apps.site.forms import offer

IMAGES = "image/png,image/jpeg,image/webp,image/gif"
SOUNDS = "audio/wav,audio/x-wav,audio/ogg,audio/mpeg,.wav,.ogg,.oga,.opus,.mp3"


class ArticleForm(forms.ModelForm):
    mask = forms.ChoiceField(
        label=gettext_lazy("Signature"),
        widget=forms.RadioSelect,
        choices=[("anonymous", gettext_lazy("Anonyme")), ("pen", gettext_lazy("Sous un nom de plume"))],
        help_text=gettext_lazy("Votre nom n’est connu que du serveur. La partie finie, vous pourrez signer."),
    )
    source = forms.CharField(
        label=gettext_lazy("Votre article"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 18, "spellcheck": "true"}),
    )
    pictures = FilesField(
        read=encode,
        most=MOST_PICTURES,
        too_many=gettext_lazy("Quatre images au plus dans un article."),
        label=gettext_lazy("Ajouter des images"),
        required=False,
        widget=SeveralFiles(attrs={"accept": IMAGES}),
        help_text=gettext_lazy("PNG, JPEG, WebP ou GIF, 5 Mo chacune, quatre par article."),
    )
    sounds = FilesField(
        read=check_sound,
        most=MOST_SOUNDS,
        too_many=gettext_lazy("Deux sons au plus dans un article."),
        label=gettext_lazy("Ajouter des sons"),
        required=False,
        widget=SeveralFiles(attrs={"accept": SOUNDS}),
        help_text=gettext_lazy("WAV, Ogg ou MP3, 2 Mo et une minute au plus, deux par article."),
    )
    dropped = forms.MultipleChoiceField(
        label=gettext_lazy("Retirer"), required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Article
        fields = ("title", "rubric", "standfirst", "mask", "pen_name", "format", "source")
        widgets = {"format": forms.RadioSelect, "standfirst": forms.Textarea(attrs={"rows": 2})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mask"].initial = "pen" if self.instance.pen_name else "anonymous"
        self.fields["title"].min_length = 3  # type: ignore[attr-defined]  # shown by the widget, checked by the service
        self.media_rows: list[Media] = (
            list(self.instance.media.all()) if not self.instance._state.adding else []
        )
        offer(self, "dropped", [(one.code, one.mark) for one in self.media_rows])
        if not self.media_rows:
            del self.fields["dropped"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        pen_name = " ".join((data.get("pen_name") or "").split())
        if data.get("mask") == "anonymous":
            pen_name = ""
        elif data.get("mask") == "pen" and len(pen_name) < 3:
            self.add_error("pen_name", _("Un nom de plume a au moins trois caractères."))
        data["pen_name"] = pen_name
        return data

    def _post_clean(self) -> None:
        """The service writes the row: a form that is refused must not touch the instance it was given."""

    @property
    def copy(self) -> Copy:
        data = self.cleaned_data
        words = {
            name: data[name] for name in ("title", "source", "standfirst", "rubric", "pen_name", "format")
        }
        return Copy(
            **words, pictures=data["pictures"], sounds=data["sounds"], dropped=tuple(data.get("dropped", ()))
        )


class DeskForm(forms.ModelForm):
    class Meta:
        model = Gazette
        fields = ("name", "motto", "mode", "next_headline", "next_editorial")
        widgets = {"mode": forms.RadioSelect, "next_editorial": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "next_headline": gettext_lazy("En travers de la une du prochain numéro."),
            "next_editorial": gettext_lazy("Texte simple, signé « La rédaction », pour le prochain numéro."),
        }

    def _post_clean(self) -> None:
        """The service writes the row."""


class ReasonForm(forms.Form):
    words = forms.CharField(
        label=gettext_lazy("Raison, que tous les joueurs liront"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
