"""The mails a game causes: notices and reports, and the address that a report is answered at."""
