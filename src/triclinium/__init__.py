"""Triclinium: three Roman games at one digital table."""

__version__ = "0.1.0"
