"""Pages of forums, letters, moderation and of what waits. A view fetches, validates, calls one service,
renders."""
