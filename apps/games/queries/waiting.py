"""How many games wait for a person. The number stands in the head of every page, and Django takes longer to
build the query than a database to answer it: it is written in SQL (bench order-desk).
"""

import json

from django.db import connection

from apps.accounts.models import User

# Of running tables where this person's seat has sealed nothing: who is asked, and the seat. What one plays
# alone waits for nobody. A place in a game that must be confirmed is a row in which nobody is asked.
OPEN = """
    SELECT step.asked, seat.number
    FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id AND game.status = 'running' AND game.kind = 'table'
    JOIN games_step step ON step.game_id = game.id AND step.status = 'open'
    WHERE seat.user_id = %s AND seat.state = 'held' AND NOT EXISTS (
        SELECT 1 FROM orders_submission sealed WHERE sealed.step_id = step.id AND sealed.seat_id = seat.id
    )
    UNION ALL
    SELECT NULL, 0 FROM games_queueentry entry WHERE entry.user_id = %s AND entry.state = 'asked'
"""


def waiting_count(user: User) -> int:
    """Decisions to make and places to confirm."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN, [user.pk, user.pk])
        return sum(asked is None or number in json.loads(asked) for asked, number in cursor.fetchall())
