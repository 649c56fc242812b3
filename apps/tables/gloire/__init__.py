"""Gloire et Pouvoir in the browser: the map, the order desk, the BILAN, the advisers' pages."""
