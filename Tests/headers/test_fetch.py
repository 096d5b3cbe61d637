"""Sources/CSQLite/fetch gets the library's SQLite from the right place."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
import support

CSQLITE = Path("Sources") / "CSQLite"
FETCHED = support.ROOT / ".build" / "sqlite"
DEFINED = "#define SQLITE_VERSION_NUMBER "
OLD = """/************** Begin file sqlite3.h ****/
#define SQLITE_VERSION_NUMBER 3053001
#endif /* SQLITE3_H */
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with the files that fetching and compiling need; nothing was fetched yet."""
    shutil.copytree(support.ROOT / CSQLITE, tmp_path / CSQLITE)
    (tmp_path / "bindings").mkdir()
    shutil.copy(support.ROOT / "bindings" / "packages.sh", tmp_path / "bindings")
    return tmp_path


def fetch(tree: Path, **variables: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [tree / CSQLITE / "fetch"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **{name: str(value) for name, value in variables.items()}},
    )


def compiled(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["gcc", "-fsyntax-only", "-w", tree / CSQLITE / "sqlite.c"],
        capture_output=True,
        text=True,
        check=False,
    )


def as_folder(folder: Path) -> Path:
    return FETCHED


def as_tar(folder: Path) -> Path:
    with tarfile.open(folder / "amalgamation.tar.gz", "w:gz", compresslevel=1) as file:
        file.add(FETCHED / "sqlite3.c", "sqlite-1/sqlite3.c")
    return folder / "amalgamation.tar.gz"


def as_zip(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "amalgamation.zip", "w") as file:
        file.write(FETCHED / "sqlite3.c", "sqlite-1/sqlite3.c")
    return folder / "amalgamation.zip"


@pytest.mark.parametrize("made", [as_folder, as_tar, as_zip], ids=lambda made: made.__name__)
def test_a_source_at_hand_needs_no_registry(tree: Path, made: object) -> None:
    assert callable(made)
    done = fetch(tree, BOOKWORM_SQLITE_SOURCE=made(tree), PIP_NO_INDEX="1")
    assert done.returncode == 0, done.stderr
    for name in ("sqlite3.c", "sqlite3.h"):
        assert (tree / ".build" / "sqlite" / name).read_bytes() == (FETCHED / name).read_bytes()
    assert [each.name for each in (tree / ".build" / "sqlite").glob("fetch-*")] == []
    # A source that was given is kept, even if later runs do not name it.
    assert fetch(tree, PIP_NO_INDEX="1").returncode == 0


def test_without_a_registry_it_says_what_to_do(tree: Path) -> None:
    done = fetch(tree, PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert done.returncode != 0
    assert "pip could not fetch SQLite's source" in done.stderr
    assert "BOOKWORM_SQLITE_SOURCE" in done.stderr


def test_an_archive_with_another_sum_is_refused(tree: Path) -> None:
    script = (tree / CSQLITE / "fetch").read_text(encoding="utf-8")
    package, version = (
        next(line.partition("=")[2] for line in script.splitlines() if line.startswith(f"{name}="))
        for name in ("package", "version")
    )
    (tree / "found").mkdir()
    with tarfile.open(tree / "found" / f"{package}-{version}.tar.gz", "w:gz") as file:
        file.add(FETCHED / "sqlite3.h", f"{package}-{version}/sqlite3/sqlite3.c")
    done = fetch(tree, PIP_NO_INDEX="1", PIP_FIND_LINKS=tree / "found")
    assert done.returncode != 0
    assert "HASH" in done.stderr.upper()
    assert not (tree / ".build" / "sqlite" / "sqlite3.c").exists()


def test_an_old_source_is_refused_and_what_was_there_stays(tree: Path) -> None:
    assert fetch(tree, BOOKWORM_SQLITE_SOURCE=FETCHED).returncode == 0
    (tree / "old").mkdir()
    (tree / "old" / "sqlite3.c").write_text(OLD, encoding="utf-8")
    done = fetch(tree, BOOKWORM_SQLITE_SOURCE=tree / "old")
    assert done.returncode != 0
    assert "older than" in done.stderr
    assert "3053001" in done.stderr
    assert (tree / ".build" / "sqlite" / "sqlite3.c").read_bytes() == (
        FETCHED / "sqlite3.c"
    ).read_bytes()


def test_what_is_no_source_is_refused(tree: Path) -> None:
    (tree / "empty").mkdir()
    for given, words in ((tree / "none", "does not exist"), (tree / "empty", "no sqlite3.c")):
        done = fetch(tree, BOOKWORM_SQLITE_SOURCE=given)
        assert done.returncode != 0
        assert words in done.stderr


def test_a_build_without_the_source_says_which_command_to_run(tree: Path) -> None:
    done = compiled(tree)
    assert done.returncode != 0
    assert "Run Sources/CSQLite/fetch" in done.stderr


def test_a_build_with_an_old_source_fails(tree: Path) -> None:
    (tree / ".build" / "sqlite").mkdir(parents=True)
    for name in ("sqlite3.c", "sqlite3.h"):
        text = (FETCHED / name).read_text(encoding="utf-8")
        old = text.replace(DEFINED, f"{DEFINED}3053001 // ", 1)
        (tree / ".build" / "sqlite" / name).write_text(old, encoding="utf-8")
    assert "older than 3.53.2" in compiled(tree).stderr


def test_it_names_no_registrys_host() -> None:
    text = (support.ROOT / CSQLITE / "fetch").read_text(encoding="utf-8")
    assert "://" not in text
