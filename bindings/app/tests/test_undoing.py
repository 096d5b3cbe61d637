"""Undo in the next process, of any step, beside other programs."""

from __future__ import annotations

import signal
from pathlib import Path

import bookworm
import pytest
from conftest import Run, in_process, interruptible

from bookworm_app.command import step


def test_the_next_process_undoes_and_redoes(run: Run, library: bookworm.Store) -> None:
    result = run("rate", 3, "dune")
    assert result.err == "2 books rated. `bookworm undo` reverts this.\n"
    undone = in_process("undo")
    assert undone.returncode == 0
    assert undone.stderr.startswith("Undone: Rate 2 books")
    assert [book.rating for book in library.books.find("dune sort:id")] == [5, 4]
    assert in_process("redo").stderr.startswith("Redone: Rate 2 books")
    assert [book.rating for book in library.books.find("dune sort:id")] == [3, 3]


def test_any_step_of_the_history_can_be_undone(run: Run, library: bookworm.Store) -> None:
    run("rate", 3, 1)
    run("tag", "+Sand", 2)
    run("favourite", 4)
    rows = run("history", "--json").data
    assert len(rows) == 3
    assert not any(row["undone"] for row in rows)
    first = rows[-1]
    assert run("undo", first["id"]).code == 0
    assert library.books[1].rating == 5
    assert "Sand" in library.books[2].genres.names()
    assert run("history", "--json").data[-1]["undone"]
    assert "Rate" in run("history").out
    again = run("undo", first["id"])
    assert (again.code, "Traceback" in again.err) == (2, False)
    assert run("redo", first["id"]).code == 0
    assert library.books[1].rating == 3


def test_what_is_no_longer_kept_is_counted(run: Run, library: bookworm.Store) -> None:
    assert library.path is not None
    with bookworm.open(library.path, history="terminal", history_steps=2) as short:
        for rating in (1, 2, 3, 4, 5):
            short.books[1].rating = rating
    assert "Older and no longer kept: 3 steps" in run("history").err
    assert run("history", "--histories", "--json").data[0]["forgotten"] == 3
    listed = run("history", "--histories").out.splitlines()
    assert listed[0].split()[0] == "History"
    assert listed[1].split()[:3] == ["terminal", "2", "3"]


def test_a_deleted_book_comes_back_with_its_quotes(run: Run, library: bookworm.Store) -> None:
    assert run("delete", 1).code == 0
    assert library.books.get(1) is None
    assert run("undo").code == 0
    assert [quote.text for quote in library.books[1].quotes] == ["Fear is the mind-killer."]


def test_an_import_is_one_step(run: Run, library: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("title,author\nEmma,Jane Austen\nKindred,Octavia E. Butler\n")
    assert run("import", path).err == "`bookworm undo` reverts this.\n"
    assert library.books.count() == 6
    assert run("import", path).err == ""
    assert run("undo").code == 0
    assert library.books.count() == 4


def test_a_step_that_others_have_changed_since_is_left(run: Run, library: bookworm.Store) -> None:
    run("rate", 3, 1)
    library.books[1].rating = 1
    result = run("undo")
    assert result.code == 1
    assert library.books[1].rating == 1
    assert "Traceback" not in result.err


def test_without_a_step_there_is_a_sentence(run: Run, library: bookworm.Store) -> None:
    assert run("undo").code == 1
    assert run("redo").code == 1
    assert run("history").code == 1
    assert run("undo", 99).code == 1


def test_a_rehearsal_leaves_no_step(run: Run, library: bookworm.Store) -> None:
    run("rate", 3, "dune", "--dry-run")
    assert run("history").code == 1


def test_the_step_of_an_import_names_its_file(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text("title,author\nEmma,Jane Austen\n")
    run("import", path)
    assert run("history", "--json").data[0]["name"] == "Import 1 book from more.csv"


def test_the_step_of_many_books_says_how_many(run: Run, library: bookworm.Store) -> None:
    run("tag", "+Favourites", 1, 2, 3, 4)
    assert run("history", "--json").data[0]["name"] == "Tag 4 books"
    assert "Undone: Tag 4 books" in run("undo").err


def test_ctrl_c_before_the_commit_changes_nothing_and_after_it_is_ignored(
    library: bookworm.Store,
) -> None:
    with pytest.raises(KeyboardInterrupt), step(library):
        library.books[1].rating = 3
        signal.raise_signal(signal.SIGINT)
    assert library.books[1].rating == 5
    with step(library):
        library.books[1].rating = 3
    signal.raise_signal(signal.SIGINT)
    assert library.books[1].rating == 3
    interruptible()
