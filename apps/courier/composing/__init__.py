"""A mail is written: its words, the frame they stand in, and the bytes that leave."""
