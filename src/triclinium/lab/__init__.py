"""The lab: many games, and what they show about a deck, an option or a bot."""
