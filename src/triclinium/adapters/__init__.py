"""Doors for research: PettingZoo, OpenSpiel, Gymnasium, and many games at once from compiled code.

All of them come with `pip install triclinium[research]`. An action is the code of an answer (`games/*/codes.py`), a
mask is what the rules offer, an observation is made of what its seat may know (`games/*/observation.py`).
"""
