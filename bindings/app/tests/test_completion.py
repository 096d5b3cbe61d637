"""Completion in the shells themselves: a line is typed, completed by Tab, and run."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import bookworm
import pexpect
import pytest
from conftest import PATIENCE, in_process

SHELLS = {
    "bash": (["--norc", "--noprofile", "-i"], 'eval "$(_BOOKWORM_COMPLETE=bash_source bookworm)"'),
    "zsh": (
        ["-f", "-i"],
        'autoload -Uz compinit; compinit -u -D; eval "$(_BOOKWORM_COMPLETE=zsh_source bookworm)"',
    ),
    "fish": (["--no-config", "-i"], "_BOOKWORM_COMPLETE=fish_source bookworm | source"),
}
#: What is typed, and the arguments that the command gets.
TYPED = {
    "dupl": ["duplicates"],
    "list status:did": ["list", "status:did-not-finish"],
    "list publ": ["list", "publisher:"],
    "list genre:Scie": ["list", "genre:Science Fiction"],
    "list 'genre:Scie": ["list", "genre:Science Fiction"],
    "list -genre:Horror,Scie": ["list", "-genre:Horror,Science Fiction"],
    "author:bram": ["author:Bram Stoker"],
    "show Dra": ["show", "Dracula's $Guest"],
    "show Dune\\ M": ["show", "Dune Messiah"],
    "shelf To": ["shelf", "To read"],
    "tag +Ho": ["tag", "+Horror"],
    "tag -Scie": ["tag", "-Science Fiction"],
    "import goodr": ["import", "goodreads.csv"],
}


@pytest.fixture
def books(store: bookworm.Store) -> bookworm.Store:
    store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"], status="in-progress")
    store.books.create("Dune Messiah", "Frank Herbert", publisher="Gollancz")
    store.books.create(
        "Dracula's $Guest",
        "Bram Stoker",
        genres=["Horror"],
        contributors=[("Bram Stoker", "author"), ("Richard Pevear", "translator")],
    )
    store.shelves.create("To read", "status:unread")
    return store


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.usefixtures("books")
def test_a_line_is_completed_in_the_shell(tmp_path: Path, shell: str) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "bin" / "bookworm"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\n[ -z "$_BOOKWORM_COMPLETE" ] || exec "{sys.executable}" -m bookworm_app\n'
        'printf "ARGUMENTS"; printf "<%s>" "$@"; echo END\n'
    )
    program.chmod(0o755)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "goodreads.csv").touch()
    options, source = SHELLS[shell]
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}",
                   "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
                   "XDG_DATA_HOME": str(tmp_path), "TERM": "dumb", "PS1": "$ "}  # fmt: skip
    child = pexpect.spawn(path, options, env=environment, cwd=str(tmp_path / "work"),
                          encoding="utf-8", timeout=PATIENCE, dimensions=(50, 200))  # fmt: skip
    child.sendline(source)
    for typed, wanted in TYPED.items():
        # The shell completes at the Tab, and reads the line's end after that.
        child.send(f"bookworm {typed}\t\r")
        child.expect("ARGUMENTS((?:<[^<>]*>)+)END")
        assert child.match[1] == "".join(f"<{each}>" for each in wanted), typed
    child.close(force=True)


def offered(line: str, shell: str = "bash") -> list[str]:
    """The completions of a line."""
    done = in_process(env={"_BOOKWORM_COMPLETE": f"{shell}_complete", "COMP_LINE": line})
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.usefixtures("books")
def test_several_completions_and_their_labels() -> None:
    assert offered("bookworm show Du") == ["Dune", r"Dune\ Messiah"]
    assert offered('bookworm show "Du') == ["Dune", "Dune Messiah"]
    assert offered("bookworm list trans") == ["translator:"]
    assert offered("bookworm list trans", "fish") == ["translator:\tTranslator"]
    assert offered("bookworm list genre:") == ["Horror", r"Science\ Fiction", "none"]
    assert offered("bookworm list translator:") == [r"Richard\ Pevear", "none"]
    assert offered("bookworm list -translator:pev", "fish") == ["-translator:Richard Pevear"]
    assert offered("bookworm list translator:eve") == []
    assert offered("bookworm list editor:") == ["none"]
    assert "finish" in offered("bookworm fin")


def test_without_a_library_there_are_commands() -> None:
    assert offered("bookworm dupl") == ["duplicates"]
    assert offered("bookworm list genre:") == []


def test_titles_are_completed_at_both_ends_of_the_alphabet(store: bookworm.Store) -> None:
    names = [f"{letter}{number:02}" for letter in "abxy" for number in range(20)]
    store.books.create_many(title=names, author=["A"] * len(names))
    assert offered("bookworm show b") == [name for name in names if name.startswith("b")]
    assert offered("bookworm show y1") == [f"y1{number}" for number in range(10)]
