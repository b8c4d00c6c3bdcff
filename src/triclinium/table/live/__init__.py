"""Tables in memory with the people around them: messages in, one commit for each turn of the loop, then news."""
