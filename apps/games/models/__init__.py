"""A game, its seats, its steps, and what people decide around them."""

from apps.games.models.decisions import Draft, Readiness, Submission
from apps.games.models.game import Game
from apps.games.models.people import Absence, Steward, Succession, Vote
from apps.games.models.pulse import Pulse
from apps.games.models.queue import QueueEntry
from apps.games.models.records import Honour, Rating, Result
from apps.games.models.referee import RefereeAct
from apps.games.models.seat import Seat, SeatHolder
from apps.games.models.step import Reminder, Report, Step

__all__ = [
    "Absence",
    "Draft",
    "Game",
    "Honour",
    "Pulse",
    "QueueEntry",
    "Rating",
    "Readiness",
    "RefereeAct",
    "Reminder",
    "Report",
    "Result",
    "Seat",
    "SeatHolder",
    "Step",
    "Steward",
    "Submission",
    "Succession",
    "Vote",
]
