"""`python -m bookworm_app` is the command `bookworm`."""

from .start import main

main()
