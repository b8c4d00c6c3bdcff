"""What a seat may know: the view, the events, the guidance, and the worlds that fit a view."""
