"""Coming in: our rules beside the sign-in library's, known browsers, counted tries, traces, open sessions."""
