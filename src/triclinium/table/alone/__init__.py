"""A table without a server: one person among bots, in the person's own browser, without a network.

The same rows, rules and messages as at a server (`play`), for one listener. Whoever holds it, in the browser a worker
(`web/src/offline/`), gives it the time, keeps its rows, and asks it for the next step when that is due.
"""
