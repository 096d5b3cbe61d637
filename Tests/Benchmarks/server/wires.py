"""A server behind a wire with a delay."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from urllib.parse import urlsplit


@contextlib.contextmanager
def delayed(url: str, microseconds: int) -> Iterator[str]:
    """The address of the same server, with a delay in both directions."""
    parts = urlsplit(url)
    command = [os.environ["BOOKWORM_WIRE"], str(parts.port), str(microseconds)]
    wire = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert wire.stdin is not None
    assert wire.stdout is not None
    port = int(wire.stdout.readline())
    yield parts._replace(netloc=f"{parts.username}@{parts.hostname}:{port}").geturl()
    wire.stdin.close()
    wire.wait()
