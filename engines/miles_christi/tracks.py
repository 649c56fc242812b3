"""The two tracks: moving a marker, growing and reducing the gap. A track ends at 0 and has no top."""


def shift(military: int, religious: int, track: str, steps: int) -> tuple[int, int]:
    """One marker moved; what would pass below 0 is lost."""
    if track == "military":
        return max(0, military + steps), religious
    return military, max(0, religious + steps)


def reduce_gap(military: int, religious: int, steps: int) -> tuple[int, int]:
    """The higher marker comes down, never past equality; equal markers both rise."""
    if military == religious:
        return military + steps, religious + steps
    if military > religious:
        return max(religious, military - steps), religious
    return military, max(military, religious - steps)


def grow_gap(military: int, religious: int, steps: int, lower: str = "military") -> tuple[int, int]:
    """The lower marker comes down; what it cannot lose raises the other.
    `lower` decides between equal markers."""
    if military < religious or (military == religious and lower == "military"):
        fall = min(military, steps)
        return military - fall, religious + steps - fall
    fall = min(religious, steps)
    return military + steps - fall, religious - fall
