"""The package's version, which is that of its C interface."""

from ._native import prototypes as c

__version__ = f"{c.BW_VERSION_MAJOR}.{c.BW_VERSION_MINOR}.{c.BW_VERSION_PATCH}"
