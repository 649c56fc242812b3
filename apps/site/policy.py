"""The content policy of every page: built once, because pages that ask for no other all have the same. A
tenth of `plain-page` is won by it."""

from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

OF_ITS_OWN = "_csp_config"  # what django-csp's decorator `csp` leaves; its others are used nowhere


class PolicyMiddleware(CSPMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        """No page of ours has inline scripts or styles: nobody needs a nonce."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if settings.DEBUG or hasattr(response, OF_ITS_OWN):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.policy)
        return response

    @cached_property
    def policy(self) -> str:
        return build_policy()
