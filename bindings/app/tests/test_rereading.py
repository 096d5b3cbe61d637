"""Books that were read several times: all readings are imported, and recognised later."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import bookworm
import files
import pytest
from conftest import Run, bring

day = datetime.date
A, B, C = day(2020, 1, 9), day(2023, 5, 3), day(2024, 8, 2)


def readings(book: Any) -> list[tuple[datetime.date | None, datetime.date | None, str]]:
    return sorted(((each.started, each.finished, each.outcome) for each in book.readings), key=repr)


def goodreads(folder: Path, **cells: str) -> Path:
    row = {"Book Id": "1", "Title": "Emma", "Author": "Jane Austen", "Exclusive Shelf": "read"}
    named = {name.replace("_", " "): cell for name, cell in cells.items()}
    return files.write(folder / "g.csv", files.GOODREADS[23], {**row, **named})


def test_a_later_date_and_count_are_one_reading_more(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    bring(run, goodreads(tmp_path, Date_Read="2020/01/09", Read_Count="1"))
    receipt = bring(run, goodreads(tmp_path, Date_Read="2023/05/03", Read_Count="2"))
    assert receipt["changed"] == 1
    (book,) = store.books
    assert readings(book) == [(None, A, "completed"), (None, B, "completed")]
    bring(run, goodreads(tmp_path, Date_Read="2024/08/02", Read_Count="3"))
    assert [finished for _, finished, _ in readings(book)] == [A, B, C]


def test_a_date_that_is_corrected_is_no_other_reading(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    bring(run, goodreads(tmp_path, Date_Read="2023/05/03", Read_Count="1"))
    bring(run, goodreads(tmp_path, Date_Read="2020/01/09", Read_Count="1"))
    (book,) = store.books
    assert readings(book) == [(None, A, "completed")]


def test_a_later_date_and_the_same_count_correct_the_reading(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    bring(run, goodreads(tmp_path, Date_Read="2020/01/09", Read_Count="1"))
    bring(run, goodreads(tmp_path, Date_Read="2023/05/03", Read_Count="1"))
    (book,) = store.books
    assert readings(book) == [(None, B, "completed")]
    (reading,) = book.readings
    reading.finished = A
    bring(run, goodreads(tmp_path, Date_Read="2024/08/02", Read_Count="1"))
    assert readings(book) == [(None, A, "completed")]
    bring(run, goodreads(tmp_path, Read_Count="1"))
    assert readings(book) == [(None, A, "completed")]


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (
            files.HARDCOVER,
            {"Title": "Emma", "Author": "Jane Austen", "Hardcover Book ID": "1", "Status": "Read",
             "Date Started": "{started}", "Date Finished": "{finished}"},
        ),
        (
            files.BOOKWYRM,
            {"title": "Emma", "author_text": "Jane Austen", "start_date": "{started}",
             "finish_date": "{finished}", "shelf": "read"},
        ),
    ],
    ids=["Hardcover", "BookWyrm"],
)  # fmt: skip
def test_a_later_end_after_the_same_start_corrects_the_reading(
    run: Run, store: bookworm.Store, tmp_path: Path, columns: list[str], row: dict[str, str]
) -> None:
    def take(started: datetime.date, finished: datetime.date) -> list[Any]:
        days = {"started": started, "finished": finished}
        cells = {name: cell.format(**days) for name, cell in row.items()}
        bring(run, files.write(tmp_path / "a.csv", columns, cells))
        (book,) = store.books
        return readings(book)

    for started, finished in ((A, B), (A, C), (B, C)):
        assert take(started, finished) == [(started, finished, "completed")]
    again = day(2025, 1, 1), day(2025, 1, 2)
    assert take(*again) == [(B, C, "completed"), (*again, "completed")]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_count_without_a_date_is_so_many_readings_without_one(
    run: Run, store: bookworm.Store, tmp_path: Path, count: int
) -> None:
    bring(run, goodreads(tmp_path, Read_Count=str(count)))
    (book,) = store.books
    assert readings(book) == [(None, None, "completed")] * count


def test_a_reading_that_was_deleted_here_stays_away(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = goodreads(tmp_path, Date_Read="2023/05/03", Read_Count="3")
    bring(run, path)
    (book,) = store.books
    next(each for each in book.readings if not each.finished).delete()
    assert run("import", path, "--json").data[0]["same"] == 1
    newer = goodreads(tmp_path, Date_Read="2023/05/03", Read_Count="3", My_Review="Good.")
    assert run("import", newer, "--json").data[0]["changed"] == 1
    book.refresh()
    assert (book.review, len(book.readings)) == ("Good.", 2)


def test_a_reading_that_was_changed_here_stays_as_it_is(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "s.csv"
    row = {"Title": "Emma", "Authors": "Jane Austen", "ISBN/UID": "u", "Read Status": "read"}
    dates = {"Last Date Read": "2023/05/03", "Dates Read": "2023/05/01-2023/05/03, 2020/01/09"}
    files.write(path, files.STORYGRAPH, {**row, **dates})
    bring(run, path)
    (book,) = store.books
    first = next(each for each in book.readings if each.finished == A)
    first.started = day(2020, 1, 2)
    dates = {"Last Date Read": "2024/08/02", "Dates Read": f"2024/08/02, {dates['Dates Read']}"}
    files.write(path, files.STORYGRAPH, {**row, **dates})
    bring(run, path)
    assert readings(book) == [
        (None, C, "completed"),
        (day(2020, 1, 2), A, "completed"),
        (day(2023, 5, 1), B, "completed"),
    ]


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        ("read", [(day(2023, 5, 1), B, "completed"), (None, A, "completed")]),
        (
            "currently-reading",
            [(day(2023, 5, 1), B, "completed"), (None, None, "open"), (None, A, "completed")],
        ),
        ("did-not-finish", [(day(2023, 5, 1), B, "did-not-finish"), (None, A, "completed")]),
        ("to-read", [(day(2023, 5, 1), B, "completed"), (None, A, "completed")]),
    ],
)
def test_the_status_is_that_of_the_latest_reading(
    run: Run, store: bookworm.Store, tmp_path: Path, status: str, wanted: list[Any]
) -> None:
    row = {
        "Title": "Emma", "Authors": "Jane Austen", "ISBN/UID": "u", "Read Status": status,
        "Dates Read": "2023/05/01-2023/05/03, 2020/01/09",
    }  # fmt: skip
    bring(run, files.write(tmp_path / "s.csv", files.STORYGRAPH, row))
    (book,) = store.books
    assert sorted(readings(book), key=repr) == sorted(wanted, key=repr)


def test_openreads_has_one_reading_open(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    spans = "2020-01-01T00:00:00.000|2020-01-09T00:00:00.000|;2022-02-01|;2024-08-02||"
    row = {"title": "Emma", "author": "Jane Austen", "status": "in_progress", "readings": spans}
    bring(run, files.write(tmp_path / "o.csv", files.OPENREADS, row))
    (book,) = store.books
    assert readings(book) == [
        (day(2020, 1, 1), A, "completed"),
        (day(2022, 2, 1), None, "did-not-finish"),
        (C, None, "open"),
    ]


@pytest.mark.parametrize(
    ("columns", "row", "between"),
    [
        (
            files.LIBRARYTHING,
            {"Book Id": "1", "Primary Author": "Austen, Jane", "Date Started": "{started}",
             "Date Read": "{finished}", "Collections": "Your library"},
            "\t",
        ),
        (
            files.HARDCOVER,
            {"Hardcover Book ID": "1", "Author": "Jane Austen", "Date Started": "{started}",
             "Date Finished": "{finished}", "Status": "Read"},
            ",",
        ),
        (
            files.BOOKWYRM,
            {"author_text": "Jane Austen", "start_date": "{started}",
             "finish_date": "{finished}", "shelf": "read"},
            ",",
        ),
    ],
    ids=["LibraryThing", "Hardcover", "BookWyrm"],
)  # fmt: skip
def test_a_cell_with_several_days_is_several_readings(
    run: Run, store: bookworm.Store, tmp_path: Path, columns: list[str], row: dict[str, str],
    between: str,
) -> None:  # fmt: skip
    days = {"started": "2023-05-01, 2024-07-20", "finished": "2020-01-09, 2024-08-02"}
    title = "title" if columns is files.BOOKWYRM else "Title"
    cells = {name: cell.format(**days) for name, cell in row.items()}
    path = files.write(tmp_path / "a", columns, {title: "Emma", **cells}, delimiter=between)
    bring(run, path)
    (book,) = store.books
    assert readings(book) == sorted(
        [
            (None, A, "completed"),
            (day(2023, 5, 1), None, "did-not-finish"),
            (day(2024, 7, 20), C, "completed"),
        ],
        key=repr,
    )
    assert (book.status, book.started, book.finished) == ("completed", day(2024, 7, 20), C)
