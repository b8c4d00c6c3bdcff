"""What a seat may know: the view, the events, the numbers for learning programs, and the worlds that fit a view."""
