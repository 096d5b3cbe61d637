"""Files for the tests, written by hand in the formats of other programs."""

from __future__ import annotations

import csv
import datetime
import io
import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

Row = Mapping[str, object]


def _names(text: str) -> list[str]:
    return text.split(",")


STORYGRAPH = _names(
    "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,"
    "Dates Read,Read Count,Moods,Pace,Character- or Plot-Driven?,"
    "Strong Character Development?,Loveable Characters?,Diverse Characters?,"
    "Flawed Characters?,Star Rating,Review,Content Warnings,Content Warning Description,"
    "Tags,Owned?"
)
GOODREADS_31 = _names(
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,"
    "Average Rating,Publisher,Binding,Number of Pages,Year Published,"
    "Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,"
    "Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Recommended For,"
    "Recommended By,Owned Copies,Original Purchase Date,Original Purchase Location,Condition,"
    "Condition Description,BCID"
)
_LATER = [*GOODREADS_31[:23], "Owned Copies"]
#: The columns of Goodreads, by their number: until 2022, until early 2026, and since then.
GOODREADS = {
    31: GOODREADS_31,
    24: _LATER,
    23: [name for name in _LATER if name != "Average Rating"],
}
HARDCOVER = _names(
    "Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,"
    "ISBN 13,ASIN,Media,Country Code,Language Code,Binding,Pages,Duration in Seconds,"
    "Publish Date,Publisher,Genres,Moods,Tags,Content Warnings,Lists,Date Added,"
    "Date Started,Date Finished,Rating,Review,Review Contains Spoilers,Sponsored Review,"
    "Review Date,Review URL,Review Media URL,Private Notes,Owned,Compilation,Review Slate"
)
LIBRARYTHING = _names(
    "Book Id,Title,Sort Character,Primary Author,Primary Author Role,Secondary Author,"
    "Secondary Author Roles,Publication,Date,Review,Rating,Comment,Private Comment,"
    "Summary,Media,Physical Description,Weight,Height,Thickness,Length,Dimensions,"
    "Page Count,LCCN,Acquired,Date Started,Date Read,Barcode,BCID,Tags,Collections,"
    "Languages,Original Languages,LC Classification,ISBN,ISBNs,Subjects,Dewey Decimal,"
    "Dewey Wording,Other Call Number,Copies,Source,Entry Date,From Where,OCLC,Work id,"
    "Lending Patron,Lending Status,Lending Start,Lending End"
)
CALIBRE = _names(
    "authors,author_sort,rating,library_name,timestamp,formats,size,isbn,identifiers,"
    "comments,tags,series,series_index,languages,title,cover,title_sort,publisher,"
    "pubdate,id,uuid,#read"
)
BOOKWYRM = _names(
    "title,author_text,remote_id,openlibrary_key,finna_key,inventaire_id,librarything_key,"
    "goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,oclc_number,"
    "start_date,finish_date,stopped_date,rating,review_name,review_cw,review_content,"
    "review_published,shelf,shelf_name,shelf_date"
)
OPENREADS = _names(
    "title,subtitle,author,description,status,favourite,deleted,rating,pages,publisher,"
    "publication_year,isbn,olid,tags,my_review,notes,book_format,readings,date_added,"
    "date_modified"
)
OPEN_LIBRARY = _names(
    "Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,"
    "My Ratings,Ratings Average,Ratings Count,Has Ebook,Subjects,Subject People,"
    "Subject Places,Subject Times"
)
READWISE = _names(
    "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,"
    "Location,Highlighted at,Document tags"
)


def text(columns: Sequence[str], rows: Sequence[Row], delimiter: str = ",") -> str:
    """Returns a file with columns. A cell that a row does not name is empty."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    lines = [list(columns)]
    for row in rows:
        unknown = set(row) - set(columns)
        assert not unknown, unknown
        lines.append([str(row.get(name, "")) for name in columns])
    if delimiter == "\t":  # a file with tabs quotes nothing
        return "".join("\t".join(line) + "\r\n" for line in lines)
    writer.writerows(lines)
    return stream.getvalue()


def write(path: Path, columns: Sequence[str], *rows: Row, delimiter: str = ",") -> Path:
    """Writes the result of text() to a file in UTF-8."""
    path.write_bytes(text(columns, rows, delimiter).encode())
    return path


def calibre_library(folder: Path) -> Path:
    """A library of Calibre with two books, one with a column of the reader's own."""
    folder.mkdir()
    opened = sqlite3.connect(folder / "metadata.db")
    opened.executescript("""
CREATE TABLE library_id (id INTEGER PRIMARY KEY, uuid TEXT);
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, sort TEXT, timestamp TEXT, pubdate TEXT,
  series_index REAL, author_sort TEXT, path TEXT, uuid TEXT, has_cover BOOL);
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT, sort TEXT);
CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER, author INTEGER);
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_tags_link (id INTEGER PRIMARY KEY, book INTEGER, tag INTEGER);
CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book INTEGER, series INTEGER);
CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE books_publishers_link (id INTEGER PRIMARY KEY, book INTEGER, publisher INTEGER);
CREATE TABLE languages (id INTEGER PRIMARY KEY, lang_code TEXT);
CREATE TABLE books_languages_link (id INTEGER PRIMARY KEY, book INTEGER, lang_code INTEGER);
CREATE TABLE ratings (id INTEGER PRIMARY KEY, rating INTEGER);
CREATE TABLE books_ratings_link (id INTEGER PRIMARY KEY, book INTEGER, rating INTEGER);
CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER, text TEXT);
CREATE TABLE data (id INTEGER PRIMARY KEY, book INTEGER, format TEXT);
CREATE TABLE custom_columns (id INTEGER PRIMARY KEY, label TEXT, name TEXT, datatype TEXT,
  mark_for_delete BOOL, normalized BOOL);
CREATE TABLE custom_column_1 (id INTEGER PRIMARY KEY, book INTEGER, value INTEGER);
INSERT INTO books VALUES
  (1, 'Good Omens', 'Omens, Good', '2020-01-02 10:00:00.123456+00:00', '1990-05-01 00:00:00+00:00',
   1.0, 'Pratchett, Terry & Gaiman, Neil', 'Terry Pratchett/Good Omens (1)', 'u-1', 1),
  (2, 'Guards! Guards!', 'Guards! Guards!', '2021-03-04 00:00:00+00:00',
   '0101-01-01 00:00:00+00:00', 8.0, 'Pratchett, Terry', 'Terry Pratchett/Guards (2)', 'u-2', 0);
INSERT INTO authors VALUES (1, 'Terry Pratchett', ''), (2, 'Neil Gaiman', '');
INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1);
INSERT INTO tags VALUES (1, 'Fantasy'), (2, 'Humour');
INSERT INTO books_tags_link VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1);
INSERT INTO series VALUES (1, 'Discworld');
INSERT INTO books_series_link VALUES (1, 2, 1);
INSERT INTO publishers VALUES (1, 'Gollancz');
INSERT INTO books_publishers_link VALUES (1, 1, 1);
INSERT INTO languages VALUES (1, 'eng');
INSERT INTO books_languages_link VALUES (1, 1, 1);
INSERT INTO ratings VALUES (1, 8), (2, 0);
INSERT INTO books_ratings_link VALUES (1, 1, 1), (2, 2, 2);
INSERT INTO identifiers VALUES (1, 1, 'isbn', '9780575048003'), (2, 1, 'goodreads', '12067');
INSERT INTO comments VALUES (1, 1, '<div><p>The end is nigh.</p><p>Sort of.</p></div>');
INSERT INTO data VALUES (1, 1, 'EPUB');
INSERT INTO custom_columns VALUES (1, 'read', 'Read', 'bool', 0, 0);
INSERT INTO custom_column_1 VALUES (1, 1, 1);
""")
    opened.commit()
    opened.close()
    return folder


def kobo(path: Path) -> Path:
    """The database of a Kobo. Its table `user` has a secret that no import may read."""
    opened = sqlite3.connect(path)
    opened.executescript("""
CREATE TABLE user (UserID TEXT, UserKey TEXT);
INSERT INTO user VALUES ('me', 'a secret');
CREATE TABLE content (ContentID TEXT, ContentType TEXT, Title TEXT, Attribution TEXT, ISBN TEXT);
INSERT INTO content VALUES ('book1', '6', 'Dune', 'Frank Herbert', '9780441172719'),
  ('book1#1', '9', 'Chapter 1', NULL, NULL);
CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Text TEXT, Annotation TEXT,
  DateCreated TEXT, ChapterProgress REAL, Hidden BOOL, Type TEXT);
INSERT INTO Bookmark VALUES
  ('1', 'book1', 'Fear is the mind-killer.', 'Yes!', '2024-01-02T10:00:00Z', 0.25, 'false', 'note'),
  ('2', 'book1', NULL, NULL, '2024-01-03T10:00:00Z', 0.5, 'false', 'dogear'),
  ('3', 'gone', 'Lost.', NULL, '2024-01-04T10:00:00Z', 0.1, 'false', 'highlight');
""")
    opened.commit()
    opened.close()
    return path


def apple_books(folder: Path) -> Path:
    """The two databases of Apple Books in one folder."""
    folder.mkdir()
    opened = sqlite3.connect(folder / "AEAnnotation_v1.sqlite")
    opened.executescript("""
CREATE TABLE ZAEANNOTATION (ZANNOTATIONUUID TEXT, ZANNOTATIONASSETID TEXT,
  ZANNOTATIONSELECTEDTEXT TEXT, ZANNOTATIONNOTE TEXT, ZANNOTATIONDELETED INTEGER,
  ZANNOTATIONTYPE INTEGER, ZANNOTATIONCREATIONDATE REAL);
INSERT INTO ZAEANNOTATION VALUES ('a', 'asset', 'It is a truth.', 'Ha.', 0, 2, 700000000.5),
  ('b', 'asset', 'Deleted.', NULL, 1, 2, 700000001), ('c', 'asset', NULL, NULL, 0, 3, 700000002);
""")
    opened.commit()
    opened.close()
    opened = sqlite3.connect(folder / "BKLibrary-1.sqlite")
    opened.executescript("""
CREATE TABLE ZBKLIBRARYASSET (ZASSETID TEXT, ZTITLE TEXT, ZAUTHOR TEXT);
INSERT INTO ZBKLIBRARYASSET VALUES ('asset', 'Pride and Prejudice', 'Jane Austen');
""")
    opened.commit()
    opened.close()
    return folder


def openreads_backup() -> bytes:
    """Returns the file of a backup that has the books."""
    books = [
        {
            "id": 1, "title": "Dune", "subtitle": None, "author": "Frank Herbert",
            "description": "Sand.", "status": 0, "rating": 45, "favourite": 1, "deleted": 0,
            "pages": 412, "publication_year": 1965, "isbn": "9780441172719", "olid": "OL1M",
            "tags": "sf|||||classic", "my_review": "Good.", "notes": "Lent.", "cover": None,
            "blur_hash": "LKO2", "has_cover": 1, "book_type": "paper",
            "readings": "2024-01-01T00:00:00.000|2024-01-09T00:00:00.000|3600000",
            "date_added": datetime.datetime(2023, 5, 6, 7, 8, 9).isoformat(),
        },
        {
            "id": 2, "title": "Emma", "author": "Jane Austen", "status": 2, "rating": None,
            "favourite": 0, "deleted": 0, "publication_year": 1815, "book_type": "ebook",
        },
    ]  # fmt: skip
    return "@@@@@".join(json.dumps(book) for book in books).encode()
