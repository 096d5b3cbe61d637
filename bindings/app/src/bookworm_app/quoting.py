"""Texts as values of conditions in a search line."""

from __future__ import annotations


def quoted(value: str) -> str:
    """Writes a text as a value of a condition."""
    doubled = " ".join(value.split()).replace('"', '""')
    return f'"{doubled}"'
