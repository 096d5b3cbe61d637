"""Imports a reader's Goodreads export (My Books, Import and export, a CSV file) into a store.

    python import_goodreads.py STORE EXPORT.csv [--dry-run]

Run it again with a newer export, as often as you like: what has changed at Goodreads since comes
over, what you changed in the store stays, and a book that you deleted from the store stays deleted.
One undo takes back a whole run. Rows that cannot be books are passed over and listed.

What becomes of the columns:
- Book Id is the source's own id of a book; ISBN and ISBN13, which stand in ="...", its identifiers.
- "Dune (Dune, #1)" is the title Dune, of the series Dune, number 1.
- My Rating 0 is "not rated"; line breaks in My Review are <br/>; dates are 2024/01/31.
- Exclusive Shelf is the status, and Bookshelves are genres, without the shelves that are a status.
- Every other column (Average Rating, Owned Copies, ...) is kept with the book as the raw row:
  json.loads(store.books[1].sources[0].raw)["Owned Copies"].
"""

from __future__ import annotations

import argparse
import csv
import datetime
import re
from collections.abc import Iterator
from typing import Any, Optional

import bookworm

STATUSES = {
    "to-read": "on-shelf",
    "currently-reading": "in-progress",
    "read": "completed",
    "did-not-finish": "did-not-finish",
}
TITLE = re.compile(r"(?P<title>.+) \((?P<series>[^()]+?),? #(?P<number>\d+(\.\d+)?)\)")


def day(cell: str) -> Optional[datetime.date]:
    return datetime.datetime.strptime(cell, "%Y/%m/%d").date() if cell else None


def number(cell: str) -> Optional[int]:
    return int(cell) if cell else None


def book(row: dict[str, str]) -> dict[str, Any]:
    named = TITLE.fullmatch(row["Title"])
    added = day(row["Date Added"])
    identifiers = [("isbn", row[name].strip('="')) for name in ("ISBN13", "ISBN")]
    shelves = [each.strip() for each in row["Bookshelves"].split(",")]
    return {
        "source_id": row["Book Id"],
        "title": named["title"] if named else row["Title"],
        "series": named["series"] if named else None,
        "series_number": float(named["number"]) if named else None,
        "author": row["Author"],
        "author_sort": row["Author l-f"] or None,
        "identifiers": [(scheme, value) for scheme, value in identifiers if value],
        "rating": int(row["My Rating"]),
        "publisher": row["Publisher"] or None,
        "format": row["Binding"] or None,
        "pages": number(row["Number of Pages"]) or None,
        "edition_year": number(row["Year Published"]),
        "year": number(row["Original Publication Year"]),
        "status": STATUSES.get(row["Exclusive Shelf"], "on-shelf"),
        "finished": day(row["Date Read"]),
        "created": added
        and datetime.datetime(added.year, added.month, added.day, tzinfo=datetime.timezone.utc),
        "genres": [shelf for shelf in shelves if shelf and shelf not in STATUSES],
        "review": re.sub(r"<br\s*/?>", "\n", row["My Review"]) or None,
        "notes": row["Private Notes"] or None,
        "raw": row,
    }


def books(path: str) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield book(row)


def main() -> None:
    parser = argparse.ArgumentParser(description="Imports a Goodreads export into a store.")
    parser.add_argument("store")
    parser.add_argument("export")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done")
    options = parser.parse_args()
    rows = list(books(options.export))
    with bookworm.open(options.store) as store:
        imported = store.books.import_from(
            "goodreads", rows, dry_run=options.dry_run, skip_refused=True
        )
    for row, outcome in zip(rows, imported):
        if outcome.outcome in ("updated", "merged", "refused"):
            said = outcome.error or ", ".join(sorted(outcome.changed)) or "nothing new"
            print(f"{outcome.outcome}: {row['title']}: {said}")
    print(imported)


if __name__ == "__main__":
    main()
