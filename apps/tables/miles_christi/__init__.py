"""The table of Miles Christi in the browser."""
