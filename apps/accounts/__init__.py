"""Who you are: sign-up with an e-mailed code, profile, preferences, membership, roles."""
