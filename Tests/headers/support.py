"""Paths, and functions to run programs and to read the header, for all header checks."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from pycparser import c_ast, c_parser  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[2]
PREFIX = Path(os.environ["BOOKWORM_PREFIX"]).resolve()
HEADER = PREFIX / "include" / "bookworm.h"
LIBRARY = PREFIX / "lib" / "libbookworm.so.2"


def interface() -> dict[str, Any]:
    """Return the installed interface file."""
    file = PREFIX / "share" / "bookworm" / "bookworm.json"
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def output(*command: str | Path, environment: dict[str, str] | None = None) -> str:
    """Run a program and return its output; raise with its error output if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    if done.returncode != 0:
        line = " ".join(str(word) for word in command)
        message = f"{line}\nends with {done.returncode}:\n{done.stdout}{done.stderr}"
        raise AssertionError(message)
    return done.stdout


def tool(name: str) -> str:
    """Return the path of a compiler: from PATH, or from the folder of Swift, which includes one."""
    beside_swift = Path(shutil.which("swift") or "swift").resolve().parent / name
    found = shutil.which(name) or shutil.which(beside_swift)
    if found is None:
        message = f"{name} is needed for this check; install it or put it on PATH"
        raise AssertionError(message)
    return found


@functools.cache
def preprocessed() -> str:
    """Return the header after the preprocessor, without the compiler's own extensions."""
    hidden = ("__attribute__(x)=", "__asm__(x)=", "__extension__=", "__restrict=", "__inline=")
    options = [f"-D{name}" for name in hidden]
    return output("gcc", "-std=c99", "-E", *options, HEADER)


@functools.cache
def preprocessed_alone() -> str:
    """Return only the preprocessed lines that come from the header itself."""
    lines = []
    inside = False
    for line in preprocessed().splitlines():
        if line.startswith("# "):
            inside = line.split('"')[1] == str(HEADER)
        elif inside:
            lines.append(line)
    return "\n".join(lines)


@functools.cache
def declarations() -> list[c_ast.Node]:
    """Return the header's declarations, parsed by pycparser."""
    tree = c_parser.CParser().parse(preprocessed(), str(HEADER))
    return [node for node in tree.ext if str(HEADER) in str(node.coord)]


def functions() -> dict[str, c_ast.FuncDecl]:
    """Return the header's functions by name."""
    return {
        node.name: node.type
        for node in declarations()
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)
    }


def flags() -> list[str]:
    """Return the header's 64-bit masks: the macros that mention UINT64_C."""
    text = HEADER.read_text(encoding="utf-8")
    found = re.findall(r"^#define (BW_[A-Z_]+) \(UINT64_C\(1\) << [0-9]+\)$", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^#define .*UINT64_C", text, re.MULTILINE))
    return found


def symbols() -> dict[str, str]:
    """Return the library's dynamic symbols, each with its version ("" if it has none)."""
    found = {}
    for line in output("nm", "-D", "--defined-only", LIBRARY).splitlines():
        _, kind, symbol = line.split()
        if kind != "A":  # the version itself
            name, _, version = symbol.partition("@")
            found[name] = version.lstrip("@")
    return found
