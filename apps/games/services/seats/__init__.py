"""Who holds a seat and whether it answers: misses, absences, stewards, heirs."""
