"""Tests of the rules of Bacchus' Banquet, by chapter of the leaflet."""
