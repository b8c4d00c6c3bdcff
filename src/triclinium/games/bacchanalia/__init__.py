"""Bacchanalia: a storytelling game of flight and gods for three to six adults."""
