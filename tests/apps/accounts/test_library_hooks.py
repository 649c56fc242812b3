"""Private hooks of the sign-in library that we override: named here, so that a new version that drops or renames
one is noticed."""

import inspect

import pytest
from allauth.account.views import ConfirmEmailVerificationCodeView
from allauth.mfa.adapter import DefaultMFAAdapter

from apps.accounts.login.adapter import SecondFactorAdapter
from apps.accounts.views.door import CodePage

OVERRIDDEN = [
    (DefaultMFAAdapter, SecondFactorAdapter, "_get_site_name"),
    (DefaultMFAAdapter, SecondFactorAdapter, "_get_user_identifier"),
]


@pytest.mark.parametrize(("library", "ours", "hook"), OVERRIDDEN)
def test_library_still_has_the_hook_that_we_override(library, ours, hook):
    theirs, mine = getattr(library, hook), getattr(ours, hook)
    assert theirs is not mine
    assert list(inspect.signature(theirs).parameters) == list(inspect.signature(mine).parameters)


def test_library_still_asks_for_a_page_that_it_has_not_written():
    """It calls `_change_form_invalid`, which only we define."""
    assert "_change_form_invalid" in inspect.getsource(ConfirmEmailVerificationCodeView)
    assert not hasattr(ConfirmEmailVerificationCodeView, "_change_form_invalid")
    assert hasattr(CodePage, "_change_form_invalid")
