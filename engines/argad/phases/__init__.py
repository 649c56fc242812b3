"""What frames a turn: its start and end, deeds, trials, scripts, speech, decoys."""
