"""Other people's software, each in an environment of its own, asked for the same page in the same run."""
