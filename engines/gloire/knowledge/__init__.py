"""What one lord may suppose of the others: positions that agree with all that he knows."""
