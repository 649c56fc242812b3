"""Django's SQLite backend, whose writers of one process wait in line instead of asking again and again."""
