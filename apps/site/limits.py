"""How much one account may ask of the site: every number in one place. A true player meets none of them.

What is counted is counted in SQL, in the transaction that adds to it, with the account's row locked: two
requests at once cannot both be the last one allowed. `apps/forums/services/flood.py` counts what people
write, by model.
"""

from datetime import timedelta

# Games: `apps/games/services/lobby/quotas.py`
TABLES_GATHERING = 5  # tables of one host that wait for players, at once
TABLES_RUNNING = 30  # tables of one host that are played, at once
TABLES_A_DAY = 15  # opened by one account
SOLO_AT_ONCE = 10  # of each kind that one plays alone: trainings, one screen, sandboxes
SOLO_A_DAY = 40  # begun by one account, all kinds together
AUTOMATIC_IN_A_ROW = 100  # moves of automata after its owner's last, before a solo game waits for him

# What one played alone is forgotten so long after its last move: `apps/games/records/forgetting.py`
TRAINING_KEPT = timedelta(days=90)
ONE_SCREEN_KEPT = timedelta(days=180)
SANDBOX_KEPT = timedelta(days=30)

# Forums: `apps/forums/services/posting.py`
REVISIONS_A_POST = 100  # former versions that are kept; a moderator's hand is never refused
REVISIONS_A_PAGE = 10

# Orders and lists
VERSIONS_A_PAGE = 20  # sealed orders, each told in words
TABLES_A_PAGE = 20  # of each list of the lobby
