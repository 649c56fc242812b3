"""The demonstration: a world to look at, played through the same verbs as any other."""
