"""How each game is drawn and told: one folder a game, made from views and events alone."""
