"""The mails a game causes, and the address that a report is answered at."""
