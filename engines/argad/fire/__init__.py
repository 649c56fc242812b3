"""FIRE: lines and aims before the dice, the volley, and shots out of turn."""
