"""Outgoing mail: the outbox, its delivery, preferences, unsubscribing."""
