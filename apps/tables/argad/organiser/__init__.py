"""The organiser's console."""
