"""Interfaces for research: PettingZoo, OpenSpiel, Gymnasium, and many compiled games at once.

All of them come with `pip install triclinium[research]`. An action is the code of an answer (`games/*/rules/codes.py`),
a mask marks what the rules offer, and an observation contains what its seat may know (`games/*/views/observation.py`).
"""
