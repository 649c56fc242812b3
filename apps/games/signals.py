"""What the life of a game tells the other apps."""

from django.dispatch import Signal

# Sent with `step`, in the transaction that resolved it: receivers must not fail the turn.
step_resolved = Signal()
demo_loaded = (
    Signal()
)  # visitor, second, king: the demonstration's games stand; other apps may furnish theirs
