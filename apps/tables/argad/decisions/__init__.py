"""What a seat decides at the table top, read from forms, and what is told before sealing."""
