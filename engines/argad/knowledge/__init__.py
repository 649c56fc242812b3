"""What may be known before the dice: exact odds, hints, and other battles that look the same to a seat."""
