"""Ben Hur: the chariot race with rulers."""
