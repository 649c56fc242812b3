"""The table top in whole numbers: geometry, ground, sight, groups, ways across."""
