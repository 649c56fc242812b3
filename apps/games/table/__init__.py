"""What one person sees of a game: the look, how a game shows itself, numbers in words, the shared screen."""
