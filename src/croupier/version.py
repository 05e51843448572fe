"""The program's version, on its own so that every layer may say it."""

__version__ = "0.2.0"
