"""What the lab needs from the game."""
