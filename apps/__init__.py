"""The site: one Django app for each thing it does."""
