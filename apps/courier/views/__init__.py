"""Pages of the courier: one's mails, stopping a kind of mail, the referees' list of failures, the development
box."""
