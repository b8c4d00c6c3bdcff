"""The game as people see it outside the browser."""
