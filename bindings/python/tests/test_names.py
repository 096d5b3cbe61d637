"""Tests names.txt, which maps each C call to its names in Python for bindings/README.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bookworm
from bookworm._native import prototypes as c
from bookworm._native.field_tables import FLAGS

ROOT = Path(__file__).parents[1]
NAMES = {
    words[0]: words[1:]
    for words in map(str.split, (ROOT / "names.txt").read_text(encoding="utf-8").splitlines())
    if words[0] != "#"
}
SOURCES = "".join(
    file.read_text(encoding="utf-8")
    for file in (ROOT / "src" / "bookworm").rglob("*.py")
    if file.name != "prototypes.py"
)


def test_every_call_of_c_is_listed_once() -> None:
    assert sorted(NAMES) == sorted(c.FUNCTIONS)


@pytest.mark.parametrize("call", [call for call, names in NAMES.items() if names != ["-"]])
def test_what_has_a_name_in_python_is_there_and_makes_the_call(call: str) -> None:
    assert re.search(rf"\b{call}\b", SOURCES), f"the package does not call {call}"
    for name in NAMES[call]:
        path, _, keyword = name.rstrip("=)").partition("(")
        found: object = bookworm
        for part in path.split("."):
            known = part in getattr(found, "__annotations__", {})
            found = None if known else getattr(found, part)
        assert not keyword or keyword in (*bookworm.Conditions.__annotations__, *FLAGS)


@pytest.mark.parametrize("call", [call for call, names in NAMES.items() if names == ["-"]])
def test_what_has_no_name_is_of_no_use_to_a_program(call: str) -> None:
    if not call.startswith(("bw_result_", "bw_abi_", "bw_version")) and not call.endswith("_free"):
        assert not re.search(rf"\b{call}\b", SOURCES), f"{call} is called: by what name?"
