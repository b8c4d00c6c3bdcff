"""How the learned players learn: `python -m learning.banquet`. See README.md."""
