"""Answers as small numbers for the rules. `answers` maps them to messages."""

from __future__ import annotations

from itertools import combinations, permutations

PICKS = tuple(sum(1 << place for place in places) for places in combinations(range(7), 3))
"""The 35 ways to pick three places of the ring, each as a set of places."""
ASSIGNMENTS = tuple(permutations(range(3)))
"""The 6 ways to lay the picked cards: which one goes to Discard, Keep and Gift."""

PICK_CODES = 0
ASSIGN_CODES = 35
LEAVE_GIFT = 41
CLAIM_GIFT = 42
OFFER_TO = 43
ACCEPT = 48
PASS = 49
PASS_ROUND = 50
CLAIM = 51
EXCHANGE = 57
GIVE_BACK = 60
SPECIAL_GIFT = 61
APPLY = 66
TASTE_IT = 67
GIVE_TO_UMBRA = 68
CODES = 69
OPTIONS_MOST = 35
"""No question has more answers than the 35 picks."""
