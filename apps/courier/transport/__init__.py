"""The way out of the house: the relay, the two carriers, and how each provider wants to be treated."""
