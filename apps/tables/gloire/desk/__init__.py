"""The order desk: the draft as it is shown, its forms, its edits, their effects."""
