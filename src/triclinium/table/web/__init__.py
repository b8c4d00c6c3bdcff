"""The outside: connections, requests, sockets, the page."""
