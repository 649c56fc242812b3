"""Rules at work on the site: limits on a call, positions read back from the log, what is kept of them."""
