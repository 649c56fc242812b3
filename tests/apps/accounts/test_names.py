import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.accounts.profile.names import fold_name, is_reserved, username_validators

pytestmark = pytest.mark.postgres


def is_valid(name):
    try:
        for validate in username_validators:
            validate(name)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    "name", ["Ann", "Élodie", "Jean-René", "O’Brien", "d'Artagnan", "Guy 2", "Sir_Yvain", "x" * 30]
)
def test_name_is_accepted(name):
    assert is_valid(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "x" * 31,
        " Ann",
        "Ann ",
        "Ann  B",
        "Ann__B",
        "Ann@B",
        "Ann\n",
        "Ann/B",
        "<b>",
        "--A",
        "Аnn",
        "😀😀😀",
    ],
)
def test_name_is_refused(name):
    assert not is_valid(name)


def test_folding_ignores_case_accents_and_separators():
    assert {fold_name(name) for name in ("Jean-René", "jean rene", "JEAN.RENÉ", "Jeanrene")} == {"jeanrene"}


@pytest.mark.parametrize("name", ["Le Roi", "le-roi", "Scribe royal", "Joueur retiré 12", "joueur retire"])
def test_names_of_the_house_are_reserved(name):
    assert is_reserved(name)


@pytest.mark.parametrize("twin", ["ÉLODIE", "élodie", "Elodie", "El.odie"])
def test_database_refuses_a_name_that_differs_only_by_case_or_accent(make_user, twin):
    make_user("Élodie")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(twin, "x@example.test", "x")


def test_database_refuses_another_case_even_in_bulk(alice, bob):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="ALICE")])
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=bob.pk).update(username="aLICE")


def test_name_never_changes(alice):
    user = User.objects.get(pk=alice.pk)
    user.username = "Alix"
    with pytest.raises(ValidationError, match="ne change jamais"):
        user.save()
    assert User.objects.get(pk=alice.pk).username == "Alice"


def test_name_is_found_whatever_its_spelling(make_user):
    user = make_user("Jean-René")
    assert User.objects.named("jean rene").get() == user
    assert User.objects.get_by_natural_key("JEAN-RENE") == user
