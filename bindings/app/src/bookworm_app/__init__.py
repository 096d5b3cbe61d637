"""A reader's library in the terminal: the command `bookworm`, on the package bookworm."""

__version__ = "2.1.0"
