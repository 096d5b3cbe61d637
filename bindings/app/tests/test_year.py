"""A year in review."""

from __future__ import annotations

import datetime
from pathlib import Path

import bookworm
import pytest
from conftest import Run

day = datetime.date


@pytest.fixture
def read(store: bookworm.Store) -> bookworm.Store:
    dune = store.books.create("Dune <1>", "Frank Herbert", genres=["SF"], rating=5, pages=412)
    dune.readings.add("completed", finished=day(2019, 5, 5))
    dune.readings.add("completed", started=day(2026, 1, 2), finished=day(2026, 1, 9))
    dune.readings.add("completed", finished=day(2026, 8, 9))
    dune.quotes.add("Fear is\nthe mind-killer.")
    store.books.create(
        "Emma", "Jane Austen", status="completed", finished=day(2026, 3, 4), rating=4, pages=474
    )
    store.books.create("Later", "Somebody", status="completed", finished=day(2025, 3, 4))
    store.books.create("Given up", "Somebody", status="did-not-finish", finished=day(2026, 3, 4))
    return store


def test_a_book_that_was_read_again_counts_again(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "year.html"
    assert run("year", 2026, "--file", path).code == 0
    html = path.read_text()
    assert "<dd>3</dd>" in html
    assert "<dd>1,298</dd>" in html  # 412 twice, and 474
    assert "Dune &lt;1&gt;" in html
    assert html.count("<tr><td>2026-") == 3
    assert "Given up" not in html
    assert "Later" not in html
    for refused in ("<script", "src=", "href=", "@import", "url("):
        assert refused not in html


def test_a_year_in_the_terminal(run: Run, read: bookworm.Store) -> None:
    result = run("year", 2026, "--text")
    assert result.code == 0
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Longest") and "Emma" in line for line in lines)
    assert any(line.startswith("Read again") and "Dune" in line for line in lines)
    assert any(line.startswith("2026 ") for line in lines)


def test_a_year_without_books_is_a_sentence(
    run: Run, read: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("year", 1999)
    assert (result.code, "No book was finished in 1999." in result.err) == (1, True)
    assert run("year", 2026).code == 0
    assert (tmp_path / "books-2026.html").exists()
    assert run("year", 2026).code == 2
