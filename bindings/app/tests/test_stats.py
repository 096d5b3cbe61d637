"""Statistics as numbers, in the terminal, as SVG and as HTML."""

from __future__ import annotations

import datetime
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import bookworm
import pytest
from conftest import Run

from bookworm_app import blocks, charts


@pytest.fixture
def read(library: bookworm.Store) -> bookworm.Store:
    for title, finished, pages in (
        ("Emma", datetime.date(2023, 3, 4), 474),
        ("Persuasion", datetime.date(2024, 12, 31), 249),
        ("Lady Susan", datetime.date(2024, 12, 1), None),
    ):
        library.books.create(
            title,
            "Jane Austen",
            status="completed",
            finished=finished,
            pages=pages,
            genres=["Classics & <more>"],
        )
    return library


def test_every_number_can_be_found_by_its_line(run: Run, read: bookworm.Store) -> None:
    data = run("stats", "--json").data
    assert (data["books"], data["rated"]) == (7, 2)
    seen = set()
    for chart in data["charts"]:
        seen.add(chart["name"])
        for row in chart["rows"]:
            if row["value"] and chart["name"] != "pages":
                assert len(read.books.find(row["line"])) == row["value"], row
    assert seen == set(charts.NAMES)


def test_a_book_that_was_read_again_counts_in_both_months_and_years(
    run: Run, read: bookworm.Store
) -> None:
    read.books.find("title=emma")[0].readings.add("completed", finished=datetime.date(2024, 12, 2))
    data = run("stats", "--only", "months,pages", "--json").data
    rows = {row["label"]: row for chart in data["charts"] for row in chart["rows"] if row["value"]}
    assert {label: row["value"] for label, row in rows.items()} == {
        "2023-03": 1, "2024-12": 3, "2023": 474, "2024": 474 + 249,
    }  # fmt: skip
    for label, count in (("2023-03", 1), ("2024-12", 3), ("2023", 1), ("2024", 3)):
        assert len(read.books.find(rows[label]["line"])) == count


def test_a_book_that_was_given_up_is_not_finished_in_any_month(
    run: Run, read: bookworm.Store
) -> None:
    for month in (3, 5):
        read.books.create(
            f"Given up {month}",
            "Jane Austen",
            status="did-not-finish",
            finished=datetime.date(2023, month, 6),
        )
    data = run("stats", "--only", "months", "--json").data
    counted = {row["label"]: row for row in data["charts"][0]["rows"] if row["value"]}
    assert {label: row["value"] for label, row in counted.items()} == {"2023-03": 1, "2024-12": 2}
    found = read.books.find(counted["2023-03"]["line"])
    assert [book.title for book in found] == ["Emma"]


def test_pages_are_counted_by_the_year_and_what_has_none_is_said(
    run: Run, read: bookworm.Store
) -> None:
    data = run("stats", "author:austen", "--only", "pages", "--json").data
    (chart,) = data["charts"]
    assert [(row["label"], row["value"]) for row in chart["rows"]] == [("2023", 474), ("2024", 249)]
    assert chart["note"] == "without a number of pages: 1"


def test_the_line_of_a_number_keeps_the_line_that_was_counted(
    run: Run, read: bookworm.Store
) -> None:
    data = run("stats", "author:austen", "--only", "ratings", "--json").data
    assert data["charts"][0]["rows"][-1]["line"] == "rating:none author:austen"
    either = run("stats", "emma OR dune", "--only", "ratings", "--json").data
    rows = either["charts"][0]["rows"]
    assert sum(row["value"] for row in rows) == len(read.books.find("emma OR dune"))
    some = [row for row in rows if row["value"]]
    assert 0 < len(some) < len(rows)
    for row in some:
        assert len(read.books.find(row["line"])) == row["value"], row
    # Rows without books have no line: a condition for their rating would replace that of the line.
    low = run("stats", "rating>=4", "--only", "ratings", "--json").data["charts"]
    assert [row["line"] for each in low for row in each["rows"] if not row["value"]] == [None] * 4


def test_the_terminal_gets_bars_and_a_calendar(run: Run, read: bookworm.Store) -> None:
    out = run("stats").out
    assert "7 books, 2 rated, average 4.50" in out
    assert max(len(line) for line in out.splitlines()) <= 80
    (line,) = [line for line in out.splitlines() if line.startswith("2024 ")][:1]
    assert line.endswith("█2")
    assert "Classics & <more>" in out


def test_svg_and_html_are_files_of_their_own(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    result = run("stats", "--svg", svg, "--html", html)
    assert (result.code, result.out) == (0, "")
    assert ElementTree.parse(svg).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    text = html.read_text()
    assert "Classics &amp; &lt;more&gt;" in text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    again = run("stats", "--svg", svg)
    assert again.code == 2
    assert "already exists" in again.err
    assert run("stats", "--svg", svg, "--replace").code == 0


def test_a_browser_gets_links_and_the_same_numbers_as_a_table(read: bookworm.Store) -> None:
    def link(line: str) -> str:
        return f"/?q={line}"

    for chart in charts.of(read, "", "de"):
        drawn = ElementTree.fromstring(charts.svg(chart, link))
        linked = [each.get("href") for each in drawn.iter("{http://www.w3.org/2000/svg}a")]
        assert linked == [link(row.line) for row in chart.rows if row.line]
        cells = [each.text for each in ElementTree.fromstring(charts.table(chart)).iter("td")]
        if chart.kind == "bars":
            assert cells == [row.shown for row in chart.rows]
        assert "style=" not in charts.svg(chart, link)


def test_texts_are_in_the_language_of_the_reader(
    run: Run, read: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    out = run("stats").out
    assert "7 Bücher, 2 bewertet" in out
    assert "Beendete Bücher" in out


def test_an_unknown_chart_is_named(run: Run, read: bookworm.Store) -> None:
    result = run("stats", "--only", "genre")
    assert (result.code, "Did you mean genres?" in result.err) == (2, True)


def test_a_bar_that_is_not_empty_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "is_unicode", lambda: True)
    assert blocks.bar(1, 100_000, 20) == "▏"
    assert blocks.bar(0, 5, 20) == ""
    assert blocks.bar(5, 5, 20) == "█" * 20


@pytest.mark.parametrize(
    ("language", "average", "count"),
    [("en", "4.33", "1,200"), ("de", "4,33", "1.200"), ("pl", "4,33", "1200"),
     ("ko", "4.33", "1,200")],
)  # fmt: skip
def test_numbers_are_written_in_the_readers_language(
    run: Run, store: bookworm.Store, monkeypatch: pytest.MonkeyPatch,
    language: str, average: str, count: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
    for title, rating in (("A", 4), ("B", 4), ("C", 5)):
        store.books.create(
            title, "Ann Lee", rating=rating, pages=400, status="completed",
            finished=datetime.date(2024, 1, 2), genres=["Horror"],
        )  # fmt: skip
    assert average in run("stats").out
    assert average in run("people").out
    for command in (("year", 2024, "--text"), ("stats", "--only", "pages")):
        assert count in run(*command).out.replace("\u00a0", " ")
    assert run("people", "--json").data[0]["average"] == 4.33
