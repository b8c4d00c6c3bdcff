"""Bots at the table: when to ask one, whose turn it is to think, and hints."""
