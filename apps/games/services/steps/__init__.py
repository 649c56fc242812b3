"""The life of a step: opened, decided, sealed, resolved."""
