"""Orders: the catalogue, the names that may stand in them, the check of each argument."""
