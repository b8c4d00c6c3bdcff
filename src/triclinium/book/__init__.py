"""Stories to keep and read."""
