"""Kobo: KoboReader.sqlite. Only the tables of books and marks are read; another has passwords."""

from __future__ import annotations

from ...sentences import Said
from ..pieces import Piece, cells_of, database
from ..rows import Quote, Quotes

TABLES = {"Bookmark", "content"}
_MARKS = """
SELECT Bookmark.*, content.Title AS title, content.Attribution AS author, {isbn} AS isbn
FROM Bookmark LEFT JOIN content
  ON content.ContentID = Bookmark.VolumeID AND content.ContentType = 6
WHERE {shown}
ORDER BY Bookmark.VolumeID, Bookmark.DateCreated
"""


def read(piece: Piece) -> Quotes:
    """The highlights and their notes."""
    made = Quotes("Kobo", "kobo")
    with database(piece) as opened:
        # Older firmware has fewer columns.
        content = {row["name"] for row in opened.execute("PRAGMA table_info(content)")}
        marks = {row["name"] for row in opened.execute("PRAGMA table_info(Bookmark)")}
        isbn = "content.ISBN" if "ISBN" in content else "NULL"
        shown = "Bookmark.Hidden IS NOT 'true'" if "Hidden" in marks else "1"
        for row in opened.execute(_MARKS.format(isbn=isbn, shown=shown)):
            made.rows += 1
            made.keep(row["VolumeID"], cells_of(row))
            text, note = (row["Text"] or "").strip(), (row["Annotation"] or "").strip()
            if not text and not note:
                made.passed[Said("bookmarks")] += 1
                continue
            if not (row["title"] or "").strip():
                made.passed[Said("highlights of a book that is no longer on the device")] += 1
                continue
            progress = row["ChapterProgress"]
            page = f"{progress:.0%}" if isinstance(progress, float) and progress else None
            made.quotes.append(
                Quote(
                    row["title"].strip(),
                    (row["author"] or "").strip(),
                    text or note,
                    page,
                    note if text and note else None,
                    row["isbn"],
                    key=row["VolumeID"],
                )
            )
            made.homeless[Said("the date of the highlight")] += 1
            if "Color" in marks and row["Color"]:
                made.homeless["Color"] += 1
    return made
