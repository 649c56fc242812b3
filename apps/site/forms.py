"""How every form of the site is drawn: label, control, help and errors, tied together for screen readers."""

from typing import Any

from django.forms.renderers import DjangoTemplates
from django.template import loader


class KalanFormRenderer(DjangoTemplates):
    """Our templates for forms and fields; Django's own for the controls inside."""

    form_template_name = "ui/form.html"
    field_template_name = "ui/field.html"

    def get_template(self, template_name: str) -> Any:
        if template_name.startswith("ui/"):
            return loader.get_template(template_name)
        return super().get_template(template_name)
