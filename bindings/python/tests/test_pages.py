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
# Ends endless waits.
ENDING = """
import bookworm, os, sys
os.chdir(sys.argv[1])
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
# Run before each block: makes a store with a book and the history of another program.
BEFORE = f"""{ENDING}
with bookworm.open("library.books", history="terminal") as store:
    store.genres.create_standard()
    store.books.create("A draft", "Somebody", genres=["Fantasy", "Science Fiction"], rating=4)
"""
# Run after each block.
AFTER = """
with bookworm.open("library.books") as store:
    assert "terminal" in [each.name for each in store.histories()], "the undo steps of others"
"""


def test_there_are_blocks_on_each_page() -> None:
    assert len(BLOCKS) >= len(PAGES)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_a_page_runs(block: str, tmp_path: Path, run: Script) -> None:
    done = run(BEFORE + block + AFTER, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != "" or "print" not in block


@pytest.mark.parametrize("page", PAGES, ids=["of the package", "of the project"])
def test_the_blocks_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, run: Script
) -> None:
    done = run(ENDING + "\n".join(blocks(page)), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_first_example_of_the_package_does_what_it_says(tmp_path: Path, run: Script) -> None:
    head = (bookworm.__doc__ or "").partition("\n\n")[2].partition("\n\nAn index")[0]
    head = re.sub("^    ", "", head, flags=re.M)
    done = run(f"import os, sys; os.chdir(sys.argv[1])\n{head}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
