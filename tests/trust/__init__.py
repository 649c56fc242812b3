"""The promises of the host, attacked: kills, duplicates, deadlines, damaged bytes, curious readers, lost
messages.

Small by default; KALAN_LONG=1 and `-m soak` (make soak) run the long ones and print the figures of
docs/trust.md.
"""
