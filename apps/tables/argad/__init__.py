"""The table of Argad! in the browser."""
