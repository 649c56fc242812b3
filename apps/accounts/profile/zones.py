"""Time zones as a French reader looks for them: the places where French is spoken first, in French."""

import zoneinfo
from contextlib import AbstractContextManager
from functools import cache

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User

PLACES = {
    "Europe/Paris": _("Paris"),
    "Europe/Brussels": _("Bruxelles"),
    "Europe/Luxembourg": _("Luxembourg"),
    "Europe/Monaco": _("Monaco"),
    "Europe/Zurich": _("Genève"),
    "America/Montreal": _("Montréal"),
    "America/Martinique": _("Martinique"),
    "America/Guadeloupe": _("Guadeloupe"),
    "America/Cayenne": _("Guyane"),
    "America/Miquelon": _("Saint-Pierre-et-Miquelon"),
    "America/Port-au-Prince": _("Haïti"),
    "Indian/Reunion": _("La Réunion"),
    "Indian/Mayotte": _("Mayotte"),
    "Indian/Mauritius": _("Maurice"),
    "Indian/Antananarivo": _("Madagascar"),
    "Pacific/Noumea": _("Nouméa"),
    "Pacific/Tahiti": _("Tahiti"),
    "Africa/Abidjan": _("Abidjan"),
    "Africa/Algiers": _("Alger"),
    "Africa/Casablanca": _("Casablanca"),
    "Africa/Dakar": _("Dakar"),
    "Africa/Kinshasa": _("Kinshasa"),
    "Africa/Tunis": _("Tunis"),
    "Asia/Beirut": _("Beyrouth"),
}
CONTINENTS = {
    "Europe": _("Europe"),
    "Africa": _("Afrique"),
    "America": _("Amérique"),
    "Antarctica": _("Antarctique"),
    "Arctic": _("Arctique"),
    "Asia": _("Asie"),
    "Atlantic": _("Atlantique"),
    "Australia": _("Australie"),
    "Indian": _("Océan Indien"),
    "Pacific": _("Pacifique"),
}


def zone_name(zone: str) -> str:
    """« Bruxelles » for Europe/Brussels; where no French name is known, the place."""
    return str(PLACES.get(zone) or zone.rpartition("/")[2].replace("_", " "))


def clock_of(user: User) -> AbstractContextManager[None]:
    """What is written inside is written to that person: hours are theirs, whoever caused the letter."""
    return timezone.override(zoneinfo.ZoneInfo(user.time_zone))


def whose_hour(user: User) -> str:
    """« heure de Paris », to be said beside an hour that is read far from the site."""
    return gettext("heure de %(place)s") % {"place": zone_name(user.time_zone)}


@cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Places only, those of PLACES first, the others gathered by continent; « UTC » comes with them."""
    known = zoneinfo.available_timezones()
    groups: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for zone in sorted(known - PLACES.keys()):
        continent, _slash, place = zone.partition("/")
        if place and continent in groups:
            groups[continent].append((zone, place.replace("_", " ")))
    first = [(zone, str(name)) for zone, name in PLACES.items() if zone in known]
    others = [(str(CONTINENTS[continent]), places) for continent, places in groups.items()]
    return [(str(_("Où l’on parle français")), first), *others, ("UTC", [("UTC", "UTC")])]
