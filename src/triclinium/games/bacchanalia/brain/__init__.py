"""The bots: players who only play cards, and narrators who also tell."""
