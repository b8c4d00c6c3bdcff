"""What a seat may know of a game: the view, the events, the numbers for learners, the worlds that fit a view."""
