"""Stands for the package of this name where a game is played without a network: the browser knows languages itself."""
