"""Running the server: journal, supervision, counts, retention."""
