"""The game's words in five languages, and the list of keys they must have."""
