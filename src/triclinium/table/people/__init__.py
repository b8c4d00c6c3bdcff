"""What the server keeps of people, and how much they may ask for: limits, quotas, notices, deletion."""
