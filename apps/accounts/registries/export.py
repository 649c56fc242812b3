"""Everything we hold about a person, as one zip. Each app registers what it holds.

`register(name, function)`: function(user) returns data that JSON can carry, or `Files`, a dict of file name
to bytes.
"""

import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string

from apps.accounts.models import User
from apps.accounts.queries import mail_choices, open_sessions


class Files(dict[str, bytes]):
    """What a section returns when it gives whole files, for instance the BILANs as the player received
    them."""


Section = Callable[[User], Any]
_sections: dict[str, Section] = {}


def register(name: str, section: Section) -> None:
    if name in _sections:
        raise ValueError(f"export section {name!r} is registered twice")
    _sections[name] = section


def export_account(user: User, now: datetime) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "LISEZ-MOI.txt", render_to_string("accounts/export_readme.txt", {"user": user, "now": now})
        )
        for name, section in _sections.items():
            _write_section(archive, name, section(user))
    return buffer.getvalue()


def _write_section(archive: zipfile.ZipFile, name: str, content: Any) -> None:
    if not isinstance(content, Files):
        archive.writestr(
            f"{name}.json", json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
        )
        return
    for file_name, data in content.items():
        path = PurePosixPath(file_name)
        if path.is_absolute() or ".." in path.parts:
            raise ValueError(f"export section {name!r}: {file_name!r} leaves its folder")
        archive.writestr(f"{name}/{path}", data)


def describe_account(user: User) -> dict[str, Any]:
    return {
        "nom": user.username,
        "adresse": user.email,
        "adresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "inscription": user.date_joined,
        "derniere_connexion": user.last_login,
        "charte_acceptee": user.charter_accepted_at,
        "role": user.role,
        "membre_jusqu_au": user.member_until,
        "adhesions": list(user.memberships.values("granted_at", "until")),
        "presentation": user.presentation,
        "armoiries": user.arms,
        "fuseau_horaire": user.time_zone,
        "langue": user.language,
        "courriers": mail_choices(user),
        "seconds_facteurs": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "sessions": list(open_sessions(user).values("ip", "user_agent", "created_at", "last_seen_at")),
        "traces_de_connexion": list(user.login_traces.values("network", "browser", "last_seen_at", "times")),
    }


register("compte", describe_account)
