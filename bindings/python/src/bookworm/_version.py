"""The package's version."""

__version__ = "2.0.0"
