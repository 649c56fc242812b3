"""Pages that follow live: topics, the hub of sockets, who is present."""
