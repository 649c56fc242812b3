"""The BILAN: a lord's turn told in prose, figures and results."""
