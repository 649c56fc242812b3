"""A game and its life: lobby, seats, steps, deadlines, resolution, live updates, replay, the referee's
console."""
