"""The rules: the state, the set-up, and a module for each chapter of the leaflet."""
