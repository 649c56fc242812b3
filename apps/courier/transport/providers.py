"""Who receives our mail, and how gently each must be treated: French providers defer for hours whoever
hurries them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Provider:
    key: str
    label: str
    connections: int  # at the same time, all workers together
    messages: int  # on one connection, then it is closed
    domains: tuple[str, ...] = ()


PROVIDERS = (
    Provider("orange", "Orange", 2, 20, ("orange.fr", "wanadoo.fr", "voila.fr", "orange.com")),
    Provider(
        "free",
        "Free",
        2,
        20,
        ("free.fr", "freesbee.fr", "libertysurf.fr", "aliceadsl.fr", "alicepro.fr", "online.fr"),
    ),
    Provider(
        "sfr",
        "SFR",
        2,
        20,
        ("sfr.fr", "neuf.fr", "cegetel.net", "club-internet.fr", "9online.fr", "numericable.fr", "noos.fr"),
    ),
    Provider("laposte", "La Poste", 1, 15, ("laposte.net",)),
    Provider("bouygues", "Bouygues Telecom", 2, 20, ("bbox.fr", "bouygtel.fr")),
    Provider("google", "Google", 3, 50, ("gmail.com", "googlemail.com")),
    Provider(
        "microsoft",
        "Microsoft",
        2,
        30,
        ("outlook.com", "outlook.fr", "hotmail.com", "hotmail.fr", "live.com", "live.fr", "msn.com"),
    ),
    Provider("yahoo", "Yahoo", 2, 20, ("yahoo.com", "yahoo.fr", "ymail.com", "aol.com")),
)
OTHERS = Provider("others", "Autres", 3, 50)

_by_domain = {domain: provider for provider in PROVIDERS for domain in provider.domains}
_by_key = {provider.key: provider for provider in (*PROVIDERS, OTHERS)}


def provider_of(address: str) -> Provider:
    return _by_domain.get(address.rpartition("@")[2].lower(), OTHERS)


def provider_named(key: str) -> Provider:
    """A row may outlive the line of the table it was posted under."""
    return _by_key.get(key, OTHERS)
