"""What the server stores about people, and how much they may use: limits, quotas, notices, personal data."""
