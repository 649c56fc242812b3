"""What a person shows and sets: a name, a presentation, a time zone."""
