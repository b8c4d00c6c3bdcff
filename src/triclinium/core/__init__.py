"""What all games share: decisions, events, records, the game loop, fair luck and laws. Standard library only."""
