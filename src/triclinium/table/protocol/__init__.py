"""The messages of the socket and of HTTP."""
