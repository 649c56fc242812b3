"""The rules of the games: pure Python, no Django, no clock, no I/O. README.md is the contract."""
