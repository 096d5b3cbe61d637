"""Tests random calls of everything in the package: no crash, and no fault of the package."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("misuse.py")
# How long it continues with new seeds; by default one round, the same each time.
SECONDS = float(os.environ.get("BW_MISUSE_SECONDS", "0"))


@pytest.mark.parametrize("threads", [1, 8])
def test_random_calls_do_no_harm(threads: int, tmp_path: Path) -> None:
    seed = int(time.time()) if SECONDS else 1
    end = time.monotonic() + SECONDS / 2
    while True:
        folder = tmp_path / str(seed)
        folder.mkdir()
        arguments = [threads, 3000 // threads, seed, folder]
        done = subprocess.run(
            [sys.executable, "-X", "faulthandler", str(PROGRAM), *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), f"seed {seed}: {done.stdout}"
        seed += 1
        if time.monotonic() >= end:
            return
