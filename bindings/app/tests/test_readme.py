"""Runs the commands of the page, and compares their output with the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import bookworm
import pytest
import readme
import recording


@pytest.mark.parametrize("page", readme.PAGES, ids=["of the command", "of the project"])
def test_every_command_of_a_page_says_what_the_page_says(page: Path) -> None:
    text = page.read_text()
    assert text.count("\n$ bookworm") >= (30 if page is readme.README else 3)
    assert readme.replayed(text) == text


def test_the_recorded_session_is_that_of_the_command() -> None:
    made = recording.recorded()
    ElementTree.fromstring(made)
    assert "<script" not in made
    assert recording.SESSION.read_text() == made


def test_the_readmes_program_clears_the_histories_of_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".local" / "share" / "bookworm" / "library.books"
    path.parent.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("browser 1", "browser 2", "command"):
        with bookworm.open(path, history=name) as store:
            store.books.create("Dune", "Frank Herbert")
    (program,) = re.findall(r"```python\n(.*?)```\n", readme.README.read_text(), re.DOTALL)
    exec(program, {})
    with bookworm.open(path) as store:
        assert [each.name for each in store.histories()] == ["command"]
        assert store.books.count() == 3
