"""The game's words in five languages, and what they may say."""
