"""The sentences of a receipt, and a rehearsal for a library that does not exist."""

from __future__ import annotations

from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run


@pytest.fixture
def two_services(tmp_path: Path) -> tuple[Path, Path]:
    """The same book from two services, with different contributors."""
    shared = {"ISBN13": '="9780060853983"', "Title": "Good Omens", "Author": "Terry Pratchett"}
    first = {**shared, "Book Id": "1", "Additional Authors": "Neil Gaiman", "Binding": "Paperback"}
    second = {
        "Title": "Good Omens", "Authors": "Terry Pratchett", "ISBN/UID": "9780060853983",
        "Format": "audio", "Read Status": "to-read",
    }  # fmt: skip
    return (
        files.write(tmp_path / "goodreads.csv", files.GOODREADS[24], first),
        files.write(tmp_path / "storygraph.csv", files.STORYGRAPH, second),
    )


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "kept       the book already had another value: Format (1)"),
        ("de", "behalten   das Buch hatte schon einen anderen Wert: Format (1)"),
    ],
)
def test_a_value_of_another_service_is_not_called_your_own(
    run: Run,
    store: bookworm.Store,
    two_services: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    sentence: str,
) -> None:
    run("import", two_services[0])
    monkeypatch.setenv("BOOKWORM_LANGUAGE", code)
    assert sentence in run("import", two_services[1]).out


def test_a_receipt_names_fields_by_their_labels(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    row = "title,author,year,rating\nEmma,Jane Austen,{},{}\n"
    path.write_text(row.format(1815, "4.5"))
    run("import", path)
    path.write_text(row.format(1816, "4.75"))
    out = run("import", path).out
    assert "Year of publication (1)" in out
    assert "Exact rating (1)" in out
    assert "exact_rating" not in out


def test_a_cell_that_is_kept_in_part_is_named_with_its_book(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "g.csv",
        files.GOODREADS[24],
        {"Book Id": "1", "Title": "Emma (Novels, #4; Classics, #9)", "Author": "Jane Austen"},
    )
    assert (
        "in part    Title (1): a part has no field and is kept raw, "
        "as for Emma: Emma (Novels, #4; Classics, #9)\n"
    ) in run("import", path).out


@pytest.mark.parametrize("is_default", [False, True])
def test_a_rehearsal_creates_no_library(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_default: bool
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("title,author\nEmma,Jane Austen\nEmma,Jane Austin\n")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if is_default:
        monkeypatch.delenv("BOOKWORM_STORE")
    before = sorted(tmp_path.rglob("*"))
    result = run("import", path, "--dry-run")
    assert (result.code, result.err) == (0, "")
    assert "new        Emma, Jane Austen" in result.out
    assert sorted(tmp_path.rglob("*")) == before


def test_of_many_remarks_the_first_are_shown(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    titles = [f"Title {number}" for number in range(25)]
    path.write_text("id,title,author\n" + "".join(f"{each},{each},Ann Lee\n" for each in titles))
    run("import", path)
    rows = [
        {"Title": each, "Authors": "Ann Lee, Bo Fox", "Read Status": "to-read"} for each in titles
    ]
    path = files.write(tmp_path / "storygraph.csv", files.STORYGRAPH, *rows)
    out = run("import", path).out
    assert out.count("may be one book") == 20
    assert "5 more notes: the command lists all with --json" in out
    run("undo")
    (receipt,) = run("import", path, "--json").data
    assert len(receipt["remarks"]) == 25
