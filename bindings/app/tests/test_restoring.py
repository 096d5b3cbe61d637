"""A backup in the place of the library."""

from __future__ import annotations

from pathlib import Path

import bookworm
from conftest import Run


def test_a_backup_replaces_the_library_and_the_old_one_is_kept(
    run: Run, library: bookworm.Store, path: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.books"
    run("backup", backup)
    del library.books[1]
    assert run("restore", backup, "--yes").code == 3  # it is open here
    library.close()
    asked = run("restore", backup)
    assert (asked.code, "--yes" in asked.err) == (2, True)
    assert run("restore", backup, "--yes").code == 0
    assert run("list", "--count").out == "4\n"
    with bookworm.open(f"{path}-replaced") as old:
        assert old.books.count() == 3


def test_a_file_that_is_no_backup_changes_nothing(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    library.close()
    other = tmp_path / "other.books"
    other.write_text("no store")
    assert run("restore", other, "--yes").code == 3
    assert run("restore", tmp_path / "none.books", "--yes").code == 2
    assert run("list", "--count").out == "4\n"


def test_a_backup_can_be_the_first_library(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.books"
    run("backup", backup)
    fresh = tmp_path / "new" / "library.books"
    assert run("--store", fresh, "restore", backup).code == 0
    assert run("--store", fresh, "list", "--count").out == "4\n"


def test_a_second_restore_names_the_library_that_the_first_one_kept(
    run: Run, library: bookworm.Store, path: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.books"
    run("backup", backup)
    assert run("backup", backup).code == 2
    library.close()
    asked = run("restore", backup)
    assert f"will be kept as {path}-replaced" in asked.err
    assert "cannot be undone" not in asked.err
    assert run("restore", backup, "--yes").code == 0
    again = run("restore", backup, "--yes")
    assert (again.code, "Delete or rename it first." in again.err) == (2, True)
