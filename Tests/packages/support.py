"""Paths, and functions that run programs, for all tests of the packages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "bindings" / "packaging"
PREFIX = Path(os.environ["BOOKWORM_PREFIX"])
TOOLS = Path(sys.executable).parent
# The environment of a user's program: nothing from this checkout.
USER = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith(("BOOKWORM_", "PYTHON", "PKG_CONFIG", "CMAKE_", "LD_"))
}


def run(
    *command: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a program as a user would, and return the completed process."""
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**USER, **environment},
    )


def output(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """Run a program and return its output; raise with its error output if it fails."""
    done = run(*command, cwd=cwd, **environment)
    if done.returncode != 0:
        line = " ".join(str(word) for word in command)
        message = f"{line}\nends with {done.returncode}:\n{done.stdout}{done.stderr}"
        raise AssertionError(message)
    return done.stdout


def version() -> str:
    """Return the library's version, as the header says it."""
    header = (ROOT / "include" / "bookworm.h").read_text(encoding="utf-8")
    parts = re.findall(r"^#define BW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE)
    return ".".join(parts)
