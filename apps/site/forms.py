"""How every form of the site is drawn: label, control, help and errors, tied together for screen readers."""

from collections.abc import Iterable

from django.forms import BaseForm, ChoiceField
from django.forms.renderers import TemplatesSetting


class KalanFormRenderer(TemplatesSetting):
    """Our templates for forms and fields; Django's own for the controls inside."""

    form_template_name = "ui/form.html"
    field_template_name = "ui/field.html"


def offer(form: BaseForm, name: str, choices: Iterable[tuple[object, object]]) -> None:
    """What a field of one form may be chosen from, where that depends on who fills it in."""
    field = form.fields[name]
    assert isinstance(field, ChoiceField)
    field.choices = list(choices)


def told_errors(form: BaseForm) -> str:
    """The errors of a form in one sentence each, for where its fields are not shown again: each names its
    field."""
    named = [
        (form[name].label if name in form.fields else "", errors) for name, errors in form.errors.items()
    ]
    return " ".join(
        f"{label} — {error}" if label else str(error) for label, errors in named for error in errors
    )
