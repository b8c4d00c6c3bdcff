"""What the server does about itself: journal, supervision, numbers, housekeeping, retention."""
