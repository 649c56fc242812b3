"""What players of Argad! keep: troops, scenarios, and the troop they mean to raise at a table."""
