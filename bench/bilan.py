"""BILANs: CPU time of rendering ten (Scandinavie) and a hundred (Europe) of them, and of framing one for
mail.

python bench/bilan.py            figures against their goals; no database is touched
"""

import os
import sys
import time
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from types import SimpleNamespace  # noqa: E402

from apps.courier.composing.mails import Link, frame_html  # noqa: E402
from apps.games.table.presentation import Happening  # noqa: E402
from apps.games.timing.pace import Pace  # noqa: E402
from apps.tables.gloire.bilan import reports  # noqa: E402
from apps.tables.gloire.bilan.sheet import letter  # noqa: E402
from engines.core.contract import Seen  # noqa: E402
from engines.core.dice import Dice  # noqa: E402
from engines.core.registry import rules_of  # noqa: E402

RULES = rules_of("gloire")
GOALS = {10: 40.0, 100: 600.0}  # milliseconds a turn
reports.next_due = lambda happening: None  # the only figure that would be read from the database


def played(seats: int, turns: int, map_key: str) -> list[Happening]:
    facts = {"rules": RULES, "name": "Mesure", "title": "Gloire et Pouvoir", "code": "mesure", "pk": 0}
    game = SimpleNamespace(**facts, pace=Pace(), seed=b"mesure", commitment="c" * 64)
    step = RULES.setup([f"Seigneur {n}" for n in range(seats)], {"map": map_key}, Dice(b"mesure", 0))
    bots, found = list(RULES.bots.values()), []
    for n in range(1, turns + 1):
        state, ask = step.state, RULES.asks(step.state)
        if ask is None:
            break
        moves = {
            seat: bots[seat % len(bots)](_seen(state, seat), Dice(b"bot%d" % seat, n)) for seat in ask.seats
        }
        step = RULES.apply(state, moves, Dice(b"mesure", n))
        over = RULES.asks(step.state) is None
        found.append(Happening(game, n, state, step.state, step.events, moves, "f" * 64, over))
    return found


def _seen(state: object, seat: int) -> Seen:
    return Seen(seat, RULES.view(state, seat), lambda draft: RULES.menu(state, seat, draft))


def measure(seats: int, turns: int, map_key: str) -> None:
    happenings, chairs = played(seats, turns, map_key), [SimpleNamespace(number=n) for n in range(seats)]
    drafts = reports.reports_of(happenings[0], chairs)  # the first call reads maps and phrases
    spent, sizes = [], []
    for happening in happenings:
        start = time.process_time()
        drafts = reports.reports_of(happening, chairs)
        spent.append((time.process_time() - start) * 1000)
        sizes += [len(draft.html.encode()) for draft in drafts]
    frame_html("", "")  # the first call reads the style sheet
    start = time.process_time()
    for draft in drafts[:20]:
        frame_html(letter(draft.html), draft.subject, Link("/", "Lire sur le site"))
    frame = (time.process_time() - start) * 1000 / len(drafts[:20])
    value, goal = mean(spent), GOALS[seats]
    verdict = "met" if value <= goal else "short"
    print(
        f"{seats} lords, {len(spent)} turns: largest {max(sizes) / 1024:.0f} kB, worst turn "
        f"{max(spent):.0f} ms, framing one mail {frame:.1f} ms"
    )
    print(f"bilan {seats}: {value:.1f} ms a turn ({value / seats:.2f} ms each), goal {goal:.0f}, {verdict}")


if __name__ == "__main__":
    measure(10, 30, "scandinavie")
    measure(100, 6, "europe_100")
