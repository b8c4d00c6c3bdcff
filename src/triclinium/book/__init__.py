"""Things to keep: pictures of positions, stories, cards to print."""
