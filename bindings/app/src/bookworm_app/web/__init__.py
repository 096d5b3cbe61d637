"""The library in a browser: `bookworm serve`. Needs the packages of the extra `web`."""
