"""Miles Christi, for three to five military and religious Orders."""

from engines.miles_christi.rules import MilesChristi

RULES = (MilesChristi(),)
