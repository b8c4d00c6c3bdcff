"""Speed of the games beside other engines, load on the server, and proofs at full size."""
