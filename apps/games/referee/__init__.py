"""The console: what needs a look, acts that are previewed and logged, their pages."""
