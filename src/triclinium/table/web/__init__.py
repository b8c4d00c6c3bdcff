"""What comes from outside: connections, requests, sockets, the page."""
