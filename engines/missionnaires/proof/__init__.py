"""What can be wrong with the files of an edition."""
