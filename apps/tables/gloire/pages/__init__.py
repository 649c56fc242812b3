"""The pages around the map and the desk: realm, advisers, news, guide, rules, the coronation."""
