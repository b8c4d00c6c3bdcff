"""How fast the games are played, measured beside the engines others have written."""
