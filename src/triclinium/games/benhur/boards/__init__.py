"""Boards."""
