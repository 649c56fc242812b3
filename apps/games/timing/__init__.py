"""Time: the one clock, paces and the deadlines they make, the calendar feed."""
