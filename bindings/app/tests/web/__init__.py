"""The pages of `bookworm serve`, over HTTP and in a browser."""
