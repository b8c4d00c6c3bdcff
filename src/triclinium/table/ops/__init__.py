"""Running the server: journal, supervision, metrics, housekeeping, retention."""
