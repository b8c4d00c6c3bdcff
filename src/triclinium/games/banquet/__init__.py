"""Bacchus' Banquet: eat, drink, give poisoned gifts."""
