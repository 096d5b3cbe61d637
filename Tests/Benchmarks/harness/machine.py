"""Describes the machine in words, so that a table can be read a year later."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import date
from pathlib import Path


def _first(path: str, key: str, separator: str) -> str:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    for line in lines:
        name, _, value = line.partition(separator)
        if name.strip() == key:
            return value.strip().strip('"')
    return ""


def _file_system(folder: Path) -> str:
    done = subprocess.run(
        ["stat", "-f", "-c", "%T", str(folder)], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def _commit(repository: Path) -> str:
    """Nothing if it is not a checkout."""
    described = ["git", "-C", str(repository), "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(described, capture_output=True, text=True, check=False)
    return f", Bookworm at commit {done.stdout.strip()}" if done.returncode == 0 else ""


def in_words(folder: Path, repository: Path) -> str:
    processor = _first("/proc/cpuinfo", "model name", ":") or platform.machine()
    memory = int((_first("/proc/meminfo", "MemTotal", ":") or "0 kB").split()[0]) / 1024**2
    system = _first("/etc/os-release", "PRETTY_NAME", "=") or platform.system()
    return (
        f"{date.today()}, {processor}, {os.cpu_count()} logical processors, {memory:.0f} GiB,"
        f"\n{system}, Linux {platform.release()}, stores on {_file_system(folder)}, "
        f"SQLite {sqlite3.sqlite_version},\nPython {platform.python_version()}, "
        f"load {os.getloadavg()[0]:.1f} at the start{_commit(repository)}"
    )
