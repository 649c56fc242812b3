"""What every Atom feed of the site has in common."""

from datetime import UTC, datetime

from django.utils.feedgenerator import Atom1Feed

BEFORE_ANYTHING = datetime(1970, 1, 1, tzinfo=UTC)


class SteadyFeed(Atom1Feed):
    """One that says nothing yet has not changed just now, whenever it is asked: a reader need not fetch it
    again."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else BEFORE_ANYTHING
