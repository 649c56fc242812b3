"""What stands on the stage before a browser test enters: people, games, topics, letters. Played by
tests/e2e/backstage.py."""
