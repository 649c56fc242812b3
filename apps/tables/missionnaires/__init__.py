"""The table of Les Missionnaires in the browser."""
