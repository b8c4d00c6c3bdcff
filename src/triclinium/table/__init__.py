"""The table: the server for games in the browser."""
