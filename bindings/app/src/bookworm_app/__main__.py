"""`python -m bookworm_app` is the command `bookworm`."""

from .cli import main

main()
