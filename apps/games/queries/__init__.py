"""What pages ask: lists of games, and what a seat has drafted and sealed."""
