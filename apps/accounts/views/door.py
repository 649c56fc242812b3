"""The page of the mailed code, where the sign-in library's own falls short."""

from typing import Any

from allauth.account.views import ConfirmEmailVerificationCodeView
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse


class CodePage(ConfirmEmailVerificationCodeView):
    def _change_form_invalid(self, form: Any) -> HttpResponse:
        """The library calls this for a corrected address that does not read as one, and has not written
        it."""
        return self.render_to_response(self.get_context_data(form=form))


confirm_code = login_not_required(CodePage.as_view())
