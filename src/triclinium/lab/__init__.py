"""The lab: many games, and what they say of a deck, an option, a bot."""
