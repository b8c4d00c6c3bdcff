"""The bots: how they drive, how they search, and how they explain a hint."""
