"""The table: a server that friends can trust with an evening's game."""
