"""The table top as it is drawn: ground, figures, decoys, film, chronicle."""
