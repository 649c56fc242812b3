"""A request of somebody who is signed in."""

from apps.accounts.models import User
from apps.site.requests import Request


class SignedInRequest(Request):
    """Behind `login_required` and the like: somebody with an account asks."""

    user: User
