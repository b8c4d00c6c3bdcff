"""A table is its rows: what they hold, how a table is folded from them, how words are taken out of them."""
