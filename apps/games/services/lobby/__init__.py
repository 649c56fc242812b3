"""Before the start, and other ways to a game: gathering, waiting lists, limits, rematches, sandboxes."""
