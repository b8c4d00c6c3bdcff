"""The bots: how they play, what they believe, how they search, and how they explain a hint."""
