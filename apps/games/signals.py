"""What the life of a game tells the other apps."""

from django.dispatch import Signal

# Sent with `step`, in the transaction that resolved it: receivers must not fail the turn.
step_resolved = Signal()
# Visitor, second, king: the demonstration's games stand; other apps may furnish theirs.
demo_loaded = Signal()
