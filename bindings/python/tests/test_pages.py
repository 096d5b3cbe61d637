"""Tests that every block of Python on the pages runs unchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Script, blocks

import bookworm

HERE = Path(__file__).resolve().parents[1]
PAGES = [HERE / "README.md", HERE.parents[1] / "README.md"]
BLOCKS = [
    pytest.param(block, id=f"{page.parent.name}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page))
]
# Run before each block: makes the store that the page describes, and ends endless waits.
BEFORE = """
import bookworm, os, sys
os.chdir(sys.argv[1])
with bookworm.open("library.books") as store:
    store.genres.create_standard()
    store.books.create("A draft", "Somebody", genres=["Fantasy"], rating=4)
    store.undo_name
_next = bookworm.Observer.next
def _once(observer, timeout=None):
    if getattr(_once, "told", False):
        observer.close()
    else:
        _once.told = True
        with bookworm.open("library.books") as other:
            other.books.create("Told", "Somebody")
    return _next(observer, timeout)
bookworm.Observer.next = _once
"""


def test_there_are_blocks_on_each_page() -> None:
    assert len(BLOCKS) >= len(PAGES)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_a_page_runs(block: str, tmp_path: Path, run: Script) -> None:
    done = run(BEFORE + block, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != "" or "print" not in block


def test_the_first_example_of_the_package_does_what_it_says(tmp_path: Path, run: Script) -> None:
    head = (bookworm.__doc__ or "").partition("\n\n")[2].partition("\n\nAn index")[0]
    head = re.sub("^    ", "", head, flags=re.M)
    done = run(f"import os, sys; os.chdir(sys.argv[1])\n{head}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
