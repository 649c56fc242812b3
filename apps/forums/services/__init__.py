"""What can be done where people talk. Each verb is one transaction; time and the acting user come in as
arguments."""
