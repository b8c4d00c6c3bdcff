"""A table is its rows: what they hold, what they keep of their answers, which of those count."""
