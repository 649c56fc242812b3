"""Pages of an account: its owner's, its public one, and the referees'."""
