"""Bots at the table: whose turn it is to think, and thinking in processes beside the server."""
