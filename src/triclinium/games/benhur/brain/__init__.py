"""Who plays without a person: bots, what they believe, how they search, and why."""
