"""Looking after a library: backup, copy, check, duplicates, merge, watch, preview, people."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import bookworm
import pytest
from conftest import PATIENCE, Run, in_process


def test_a_backup_is_a_library_of_its_own(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.books"
    assert run("backup", copy).out == f"{copy}\n"
    assert run("--store", copy, "list", "--count").out == "4\n"
    again = run("backup", copy)
    assert (again.code, "copy.books" in again.err) == (2, True)
    made = run("backup").out.strip()
    assert Path(made).parent == tmp_path / "backups"
    assert run("--store", made, "list", "--count").out == "4\n"


def test_a_copy_goes_into_a_new_file(run: Run, library: bookworm.Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.books"
    assert run("copy", copy).code == 0
    with bookworm.open(copy) as other:
        assert [book.id for book in other.books] == [book.id for book in library.books]
    assert run("copy", copy).code == 3


def test_a_sound_library_is_said_to_be_so(run: Run, library: bookworm.Store) -> None:
    result = run("check")
    assert (result.code, result.out, result.err) == (0, "", "The library has no problems.\n")
    assert run("check", "--json").data == []


def test_damage_that_can_be_derived_again_is_mended(
    run: Run, library: bookworm.Store, path: Path
) -> None:
    import sqlite3

    library.close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("UPDATE books SET title_key = x'00' WHERE id = 1")
    raw.close()  # Closing checkpoints SQLite's log, which would otherwise be set aside.
    found = run("check")
    assert found.code == 1
    assert "`bookworm check --mend` repairs them." in found.err
    assert run("check", "--mend").code == 0
    assert run("check").code == 0


def test_duplicates_are_shown_and_merged(run: Run, library: bookworm.Store) -> None:
    assert run("duplicates").code == 1
    other = library.books.create(
        "Dune!", "Herbert", identifiers={"isbn": "0441172717"}, review="Sand."
    )
    other.quotes.add("The spice must flow.")
    library.books.create("DRACULA", "Bram Stoker")
    result = run("duplicates")
    assert "isbn" in result.out
    assert f"bookworm merge 1 {other.id}" in result.out
    assert "a similar title and author" in result.out
    assert [len(group["books"]) for group in run("duplicates", "--json").data] == [2, 2]
    assert run("duplicates", "--merge", "--dry-run").code == 0
    assert library.books.count() == 6
    assert run("duplicates", "--merge").code == 0
    assert library.books.count() == 5
    dune = library.books[1]
    assert (dune.title, dune.review, len(dune.quotes)) == ("Dune", "Sand.", 2)


def test_duplicates_are_merged_in_a_terminal_without_unicode(library: bookworm.Store) -> None:
    for _ in range(2):
        library.books.create("Größe", "Zola", identifiers={"isbn": "9780140449136"})
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = in_process("duplicates", "--merge", env=plain)
    assert (done.returncode, done.stdout) == (0, "6 Gr??e -> 5 Gr??e\n"), done.stderr
    assert library.books.count() == 5


def test_books_are_merged_by_their_ids(run: Run, library: bookworm.Store) -> None:
    run("edit", 1, "--set", "price=12.99 EUR")
    run("edit", 2, "--set", "price=5 USD")
    run("finish", 1, "--on", "2024-03-05")
    rehearsed = run("merge", 1, 2, "--dry-run")
    lines = [re.split("  +", line) for line in rehearsed.out.splitlines()]
    assert lines[:2] == [["Field", "First", "Second", "Kept"],
                         ["Title", "Dune", "Dune Messiah", "the first"]]  # fmt: skip
    assert ["Price", "€12.99", "$5.00", "the first"] in lines
    assert ["Status", "Completed", "On shelf", "both"] in lines
    assert ["Finished", "March 5, 2024", "both"] in lines
    assert library.books.count() == 4
    assert run("merge", 1, 2, "--take", "title").code == 0
    assert library.books[1].title == "Dune Messiah"
    assert library.books.count() == 3
    assert run("merge", 1).code == 2
    assert run("merge", 1, 99).code == 1


def test_another_copy_is_merged_into_this_one(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    laptop = tmp_path / "laptop.books"
    run("backup", laptop)
    with bookworm.open(laptop) as other:
        other.books[1].rating = 3
        other.books.create("Emma", "Jane Austen")
        other.books[1].quotes[0].page = "12"
        other.genres["Horror"].colour = "#112233"
    library.books[1].rating = 4
    library.books[1].quotes[0].page = "9"
    library.genres["Horror"].colour = "#445566"
    assert run("merge", laptop).code == 2
    rehearsed = run("merge", laptop, "--rule", "theirs", "--dry-run")
    assert "Dry run" in rehearsed.err
    lines = [re.split("  +", line) for line in rehearsed.out.splitlines()]
    assert ["book 1 Rating", "4", "3", "the second"] in lines
    assert ["quote 1 page", "9", "12", "the second"] in lines
    assert any(line[1:] == ["#445566", "#112233", "the second"] for line in lines)
    assert library.books.count() == 4
    assert run("merge", laptop, "--rule", "theirs").out == rehearsed.out
    assert (library.books.count(), library.books[1].rating) == (5, 3)
    missing = run("merge", tmp_path / "none.books", "--rule", "ours")
    assert (missing.code, "There is no store at" in missing.err) == (3, True)


def test_changes_are_watched_as_lines_of_json_and_again_from_a_number(
    run: Run, library: bookworm.Store
) -> None:
    before = library.observe().transaction
    library.books[1].rating = 4
    result = run("watch", "--since", before, "--count", 1)
    (line,) = result.out.splitlines()
    data = json.loads(line)
    assert data["transaction"] == before + 1
    assert data["changes"] == [
        {"kind": "updated", "entity": "book", "id": 1, "fields": ["rating", "updated"],
         "title": "Dune"}
    ] or "rating" in data["changes"][0]["fields"]  # fmt: skip
    assert run("watch", "--since", before + 1, "--timeout", "0").out == ""


def test_another_program_is_heard_and_ctrl_c_ends_it(library: bookworm.Store) -> None:
    since = library.observe().transaction
    command = [sys.executable, "-m", "bookworm_app", "watch", "--since", str(since)]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert watching.stdout is not None
    try:
        # The command may begin to watch before the first change or after it. Either way it reports
        # the first change before the second is made.
        for rating in (1, 2):
            library.books[1].rating = rating
            assert json.loads(watching.stdout.readline())["changes"][0]["entity"] == "book"
    finally:
        watching.send_signal(signal.SIGINT)
        _, errors = watching.communicate(timeout=PATIENCE)
    assert (watching.returncode, errors.strip()) == (130, "Interrupted.")


def test_a_preview_is_shown_and_made(run: Run, tmp_path: Path) -> None:
    assert "Pride and" in run("preview").out
    trial = tmp_path / "trial.books"
    assert run("preview", trial).code == 0
    assert int(run("--store", trial, "list", "--count").out) > 10
    assert run("preview", trial).code == 3


def test_people_are_listed_with_their_books(run: Run, library: bookworm.Store) -> None:
    rows = run("people", "--json", "--sort", "books").data
    assert rows[0] == {
        "name": "Frank Herbert", "books": 2, "rated": 2, "average": 4.5, "role": "author"
    }  # fmt: skip
    assert len(rows) == 3
    assert run("people", "nothing").code == 1


@pytest.mark.parametrize("command", ["backup", "check", "copy", "duplicates", "watch"])
def test_a_store_that_is_not_there_is_not_made(run: Run, tmp_path: Path, command: str) -> None:
    where = tmp_path / "nothing.books"
    given: dict[str, list[object]] = {"copy": [tmp_path / "to.books"], "watch": ["--timeout", 0]}
    result = run("--store", where, command, *given.get(command, []))
    assert result.code == 3
    assert not where.exists()
