"""What the lab asks of the game."""
