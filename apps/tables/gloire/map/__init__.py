"""The map: its drawing, its layers, a land's sheet, its film."""
