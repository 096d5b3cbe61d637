"""Starts and ends the command quickly: little of what it loads is ever garbage."""

from __future__ import annotations

import gc


def main() -> None:
    """Runs the command `bookworm`."""
    # The collector would look through all modules several times while they are loaded.
    gc.disable()
    from . import cli

    gc.freeze()
    gc.enable()
    try:
        cli.main()
    finally:
        # Python would look through everything once more at its end.
        gc.freeze()
