"""What remains of a game: its end, ratings, careers, proof, and forgetting."""
