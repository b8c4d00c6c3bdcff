"""A table is its rows: what they hold, how they make a table, how words are removed from them."""
