"""Tables in memory with the people around them: messages in, one commit a turn, then news; clocks and bots."""
