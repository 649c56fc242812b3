"""MELEE: who strikes whom, the blows, and what follows them."""
