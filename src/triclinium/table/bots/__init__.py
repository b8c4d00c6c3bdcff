"""Bots at the table: when one is asked, who thinks next, what a hint says."""
