"""A troop as text that a player can read, paste and send: a title line, then one line for each kind of
figure.

Pillards vikings (époque féodale)
2 Housecarl [Housecarls] : classe 4, armure 4, lance, grand bouclier
"""

import re
from typing import Any

from engines.argad.problems import problem
from engines.argad.scenario.troops import Recruit, Troop
from engines.argad.words import ERA_NAMES, MOUNT_NAMES, ROLE_NAMES, SHIELD_NAMES, TRAIT_NAMES, WEAPON_NAMES
from engines.core.contract import Problem
from engines.core.texts import fold, gettext_noop

LONGEST = 20_000
TITLE = re.compile(r"(?P<name>.{1,60}?)\s*(?:\((?P<era>[^()]{1,40})\))?")
LINE = re.compile(
    r"(?P<n>\d{1,3})\s*[x×]?\s+(?P<name>[^\[\]]{1,60}?)\s*(?:\[(?P<unit>[^\[\]]{1,60})\])?\s*:\s*(?P<what>.*)"
)
NUMBERS = {"classe": "cls", "armure": "armour", "nage": "swims", "sans harnois": "cls_unarmoured"}
BASES = {"mule": gettext_noop("mulet ou âne"), "horse": gettext_noop("grand socle")}


def write_troop(troop: Troop) -> str:
    lines = [f"{troop.name} ({ERA_NAMES.get(troop.era, troop.era)})"]
    lines += [f"{r.n} {r.name} [{r.unit}] : {', '.join(words_of(r))}" for r in troop.figures]
    return "\n".join(lines) + "\n"


def words_of(recruit: Recruit) -> list[str]:
    """What a figure is and bears, in words."""
    words = [f"classe {recruit.cls}"]
    if recruit.armour:
        words.append(f"armure {recruit.armour}")
    if recruit.cls_unarmoured:
        words.append(f"sans harnois {recruit.cls_unarmoured}")
    if recruit.mount != "foot":
        words.append(MOUNT_NAMES.get(recruit.mount, recruit.mount))
    if not recruit.saddle:
        words.append("sans selle")
    if recruit.base:
        words.append(BASES.get(recruit.base, recruit.base))
    words += [WEAPON_NAMES.get(weapon, weapon) for weapon in recruit.weapons]
    if recruit.shield != "none":
        words.append(SHIELD_NAMES.get(recruit.shield, recruit.shield))
    words += [ROLE_NAMES.get(role, role) for role in recruit.roles]
    words += [TRAIT_NAMES.get(trait, trait) for trait in recruit.traits]
    return [*words, f"nage {recruit.swims}"] if recruit.swims else words


def read_troop_text(text: str) -> tuple[Troop | None, list[Problem]]:
    """The troop, or what could not be read: the line's number and the word. `read_troop_text(write_troop(t))`
    is `t`."""
    lines = [(n, line.strip()) for n, line in enumerate(text[:LONGEST].splitlines(), 1) if line.strip()]
    if not lines:
        text = gettext_noop("Collez une troupe : un titre, puis une ligne par figurine.")
        return None, [problem("empty", text)]
    title = TITLE.fullmatch(lines[0][1])
    era = _find(title["era"], ERA_NAMES) if title and title["era"] else "feudal"
    if title is None or era is None:
        why = gettext_noop(
            "Ligne 1 : le titre est un nom puis une époque entre parenthèses ; époques : {known}."
        )
        return None, [problem("bad_title", why, (1, 1), known=list(ERA_NAMES.values()))]
    figures: list[Recruit] = []
    problems: list[Problem] = []
    for number, line in lines[1:]:
        recruit, wrong = _read_line(number, line)
        problems += wrong
        if recruit is not None:
            figures.append(recruit)
    return (None, problems) if problems else (Troop(title["name"], era, tuple(figures)), [])


def _read_line(number: int, line: str) -> tuple[Recruit | None, list[Problem]]:
    match = LINE.fullmatch(line)
    if match is None:
        why = gettext_noop(
            "Ligne {n} : écrivez « nombre nom [unité] : classe, armes, rôle », séparés par des virgules."
        )
        return None, [problem("bad_line", why, (number, 1), n=number)]
    found: dict[str, Any] = {
        "n": int(match["n"]),
        "name": match["name"],
        "cls": 3,
        "unit": match["unit"] or "Troupe",
    }
    lists: dict[str, list[str]] = {"weapons": [], "roles": [], "traits": []}
    for word in filter(None, (part.strip() for part in match["what"].split(","))):
        if not _read_word(word, found, lists):
            why = gettext_noop("Ligne {n} : « {word} » n’est ni une arme, ni un rôle, ni une qualité connue.")
            return None, [problem("bad_word", why, (number, 1), n=number, word=word[:40])]
    found |= {key: tuple(values) for key, values in lists.items()}
    return Recruit(**found), []


def _read_word(word: str, found: dict[str, Any], lists: dict[str, list[str]]) -> bool:
    what, _, number = word.rpartition(" ")
    if fold(what) in NUMBERS and number.isdigit() and len(number) < 4:
        found[NUMBERS[fold(what)]] = int(number)
        return True
    if fold(word) == "sans selle":
        found["saddle"] = False
        return True
    for key, names in (("mount", MOUNT_NAMES), ("shield", SHIELD_NAMES), ("base", BASES)):
        code = _find(word, names)
        if code is not None:
            found[key] = code
            return True
    for key, names in (("weapons", WEAPON_NAMES), ("roles", ROLE_NAMES), ("traits", TRAIT_NAMES)):
        code = _find(word, names)
        if code is not None:
            lists[key].append(code)
            return True
    return False


def _find(word: str, names: dict[str, str]) -> str | None:
    """By its French name, without minding accents and capitals, or by its code."""
    wanted = fold(word)
    return next((code for code, name in names.items() if wanted in (fold(name), code)), None)
