"""The ground every game stands on: decisions, events, records, play, luck and laws. Standard library only."""
