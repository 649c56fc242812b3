"""L’enchère: a small complete game. The host's tests play it, and a new game may start as a copy of this
folder.

Each round has three parts. Turn: the seller may stake coins and draw, then puts a card up for sale or keeps
them all. Free: everyone announces a least offer or passes, in public, in any order. Sealed: those still in
offer in secret.
"""

from engines.core.contract import Rules
from tests.small_game.rules import Enchere

RULES: tuple[Rules, ...] = (Enchere(),)
