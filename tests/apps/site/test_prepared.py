"""A query put into SQL once answers like the query it was made from."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib.auth import get_user_model

from apps.site.prepared import Prepared

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
User = get_user_model()


@partial(Prepared, kinds=(int, datetime))
def others_since(user: int, since: datetime):
    return User.objects.exclude(pk=user).filter(date_joined__gte=since).order_by("pk").values_list("pk")


def test_prepared_query_gives_the_rows_of_the_query_for_each_new_value(make_user):
    now = datetime(2026, 3, 1, tzinfo=UTC)
    people = [make_user(name, date_joined=now + timedelta(days=n)) for n, name in enumerate(("Ada", "Blaise", "Cora"))]
    for reader in people:
        for since in (now, now + timedelta(days=1), now + timedelta(days=9)):
            wanted = User.objects.exclude(pk=reader.pk).filter(date_joined__gte=since).order_by("pk")
            assert others_since(reader.pk, since) == list(wanted.values_list("pk"))


def test_prepared_query_refuses_a_wrong_number_of_values():
    with pytest.raises(ValueError, match="shorter"):
        others_since(1)
