"""What a card would do if it entered the city now, beyond what the menu's hints say: resources left, the
race, its targets.

Made from the view alone, like everything on the page.
"""

from typing import Any

from django.utils.translation import gettext, ngettext

from apps.tables.theopolis.faces import CATALOGUE, Coins, coins, face_of
from apps.tables.theopolis.offers import news_of
from engines.theopolis.catalogue import Facts
from engines.theopolis.preview import Previews
from engines.theopolis.vocabulary import Effect

PREVIEWS = Previews(CATALOGUE)


def upright_after(player: dict[str, Any], cost: list[int]) -> tuple[Coins, ...]:
    """The resources that would still stand upright once the card is paid."""
    return coins(
        held - used - paid for held, used, paid in zip(player["res"], player["used"], cost, strict=True)
    )


def gains(player: dict[str, Any], card: str) -> tuple[str, ...]:
    """What a card that comes for nothing would change in this city, in the engine's own sentences."""
    hint = PREVIEWS.play(CATALOGUE.cards[card], (0, 0, 0), player["points"], _facts(player))
    return news_of(hint.params["parts"])


def race_after(player: dict[str, Any], card: str) -> list[str]:
    """How far the city would be on the paths that the card moves."""
    printed = CATALOGUE.cards[card]
    before, after = _facts(player), _facts(player, card)
    points = max(0, player["points"] - sum(int(e.args[0]) for e in printed.enter if e.name == "lose_points"))
    lines = (
        _heaven(_turns(player["points"], before.drain), _turns(points, after.drain)),
        _sacraments(CATALOGUE.slots_missing(before.tags), CATALOGUE.slots_missing(after.tags)),
        _score(_points_of(before, player["points"]), _points_of(after, points)),
    )
    return [line for line in lines if line]


def targets(view: dict[str, Any], me: int, card: str) -> list[str]:
    """What the card's effects would find to work on; said also where they would find nothing."""
    return [line for effect in CATALOGUE.cards[card].enter if (line := _aim(view, me, effect))]


def _aim(view: dict[str, Any], me: int, effect: Effect) -> str:
    if effect.name == "take":
        return _prey(view, me, str(effect.args[0]))
    discard = [face_of(card["card"]) for card in view["discard"]]
    if effect.name == "discard_to_hand":
        back = sum(face.type != "desastre" for face in discard)
        return _many(back) if back else gettext("Sans effet maintenant : rien à reprendre dans la défausse.")
    if effect.name == "board_from_discard":
        return _many(len(discard)) if discard else gettext("Sans effet maintenant : la défausse est vide.")
    if effect.name in ("board_to_hand", "flush_board"):
        return gettext("La pioche complète ensuite le plateau.")
    return ""


def _prey(view: dict[str, Any], me: int, wanted: str) -> str:
    """The cards a bishop could take, with their owners."""
    found = []
    for seat in view["players"][me]["neighbours"]:
        other = view["players"][seat]
        names = [face.name for card in other["city"] if (face := face_of(card["card"])).type == wanted]
        if names and wanted not in _facts(other).safe_from_take:
            found.append(
                gettext("%(cards)s chez %(name)s") % {"cards": ", ".join(names), "name": other["name"]}
            )
    if not found:
        return gettext("Sans effet maintenant : rien à prendre chez vos voisins.")
    return gettext("À prendre : %(what)s.") % {"what": gettext(" ; ").join(found)}


def _many(count: int) -> str:
    return ngettext("%(n)d carte défaussée au choix.", "%(n)d cartes défaussées au choix.", count) % {
        "n": count
    }


def _heaven(before: int | None, after: int | None) -> str:
    if before == after or after is None:
        return ""
    if before is None:
        return ngettext("Ciel dans %(n)d tour", "Ciel dans %(n)d tours", after) % {"n": after}
    ahead = {"before": before, "n": after}
    return ngettext("Ciel dans %(before)d → %(n)d tour", "Ciel dans %(before)d → %(n)d tours", after) % ahead


def _sacraments(before: int, after: int) -> str:
    if before == after:
        return ""
    text = ngettext(
        "Sacrements : il manquera %(n)d carte au lieu de %(before)d",
        "Sacrements : il manquera %(n)d cartes au lieu de %(before)d",
        after,
    )
    return text % {"before": before, "n": after}


def _score(before: int, after: int) -> str:
    if before == after:
        return ""
    shown = {"before": str(before).replace("-", "−"), "after": str(after).replace("-", "−")}
    return gettext("Apocalypse : %(before)s → %(after)s au score") % shown


def _turns(points: int, drain: int) -> int | None:
    return -(-points // drain) if drain else None


def _points_of(facts: Facts, points: int) -> int:
    return 2 * facts.stones + 3 * facts.held - points + facts.score_bonus


def _facts(player: dict[str, Any], *more: str) -> Facts:
    return CATALOGUE.facts(player["patron"], (*(card["card"] for card in player["city"]), *more))
