"""Time that changes: extensions, pauses, outages, reminders."""
