"""A year in books: what was read, counted from the readings, so that reading again counts too."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from collections import Counter
from html import escape

from . import charts
from .quoting import quoted
from .sentences import number
from .texts import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NamedTuple

    from bookworm import Book, Contributor, Quote, Store
else:
    from collections import namedtuple

#: How many of the best rated books, and how many quotes, are shown.
BEST = 6
_QUOTES = 6

if TYPE_CHECKING:

    class Year(NamedTuple):
        """A year in books.

        year      its number
        read      the books that were finished, each with the day, in the order of the days
        again     those of them that had been finished before
        pages     the number of pages of all of them
        without   how many of them have no number of pages
        average   their mean rating, or None if none is rated
        best      the best rated books, the best first
        notable   the first, last, shortest and longest book: name, book, and day
        charts    months, genres, ratings and authors
        """

        year: int
        read: list[tuple[Book, datetime.date]]
        again: list[Book]
        pages: int
        without: int
        average: float | None
        best: list[Book]
        notable: list[tuple[str, Book, datetime.date]]
        charts: list[charts.Chart]

else:
    Year = namedtuple("Year", "year read again pages without average best notable charts")

#: The columns that are read for each book.
_FIELDS = ("contributors", "genre_names", "pages", "exact_rating")

if TYPE_CHECKING:

    class _Details(NamedTuple):
        contributors: Iterable[Contributor]
        genre_names: Iterable[str]
        pages: int | None
        exact_rating: float | None

else:
    _Details = namedtuple("_Details", _FIELDS)


def finished(store: Store) -> list[tuple[datetime.date, int]]:
    """Returns the days of all completed readings with the ids of their books, in order."""
    done = [
        (each.finished, each.id, each.book_id)
        for each in store.readings.after(0)
        if each.outcome == "completed" and each.finished
    ]
    return [(day, book) for day, _, book in sorted(done)]


def of(
    store: Store,
    year: int,
    language: str,
    done: list[tuple[datetime.date, int]] | None = None,
) -> Year:
    """Returns the year of a library.

    done  what finished() has returned, if the caller has it already
    """
    done = finished(store) if done is None else done
    first, after = (_place(done, each) for each in (year, year + 1))
    earlier = {book for _, book in done[:first]}
    ids = list(dict.fromkeys(book for _, book in done[first:after]))
    books = {book.id: book for book in store.books.get_many(ids)}
    read = [(books[book], day) for day, book in done[first:after] if book in books]
    details = _details(store, year, books)
    pages = [details[book.id].pages for book, _ in read]
    rated = [details[book.id].exact_rating or book.rating for book, _ in read if book.rating]
    liked = dict.fromkeys(book for book, _ in read if book.rating >= 4)
    return Year(
        year,
        read,
        [book for book in books.values() if book.id in earlier],
        sum(each or 0 for each in pages),
        pages.count(None),
        sum(rated) / len(rated) if rated else None,
        sorted(liked, key=lambda book: -(details[book.id].exact_rating or book.rating))[:BEST],
        _notable(read, details),
        _charts(store, year, [day for _, day in read], books, details, language),
    )


def adjacent(done: list[tuple[datetime.date, int]], year: int) -> tuple[int | None, int | None]:
    """Returns the nearest years with finished books before and after a year, or None."""
    first, after = (_place(done, each) for each in (year, year + 1))
    return (
        done[first - 1][0].year if first else None,
        done[after][0].year if after < len(done) else None,
    )


def years(done: list[tuple[datetime.date, int]]) -> list[int]:
    """Returns the years with finished books, the last one first."""
    made = []
    year = adjacent(done, datetime.MAXYEAR + 1)[0]
    while year is not None:
        made.append(year)
        year = adjacent(done, year)[0]
    return made


def _place(done: list[tuple[datetime.date, int]], year: int) -> int:
    """Returns the number of readings that were finished before a year."""
    if year > datetime.MAXYEAR:
        return len(done)
    return bisect_left(done, (datetime.date(max(year, datetime.MINYEAR), 1, 1),))


def _notable(
    read: list[tuple[Book, datetime.date]], details: dict[int, _Details]
) -> list[tuple[str, Book, datetime.date]]:
    if not read:
        return []
    made = [("first", *read[0]), ("last", *read[-1])]
    long = [each for each in read if details[each[0].id].pages]
    if long:
        made += [
            (name, *choose(long, key=lambda each: details[each[0].id].pages or 0))
            for name, choose in (("shortest", min), ("longest", max))
        ]
    return made


def _charts(
    store: Store,
    year: int,
    days: list[datetime.date],
    books: dict[int, Book],
    details: dict[int, _Details],
    language: str,
) -> list[charts.Chart]:
    from bookworm import presentation

    months = Counter(day.replace(day=1) for day in days)
    genres = Counter(name for each in books for name in details[each].genre_names)
    ratings = Counter(book.rating for book in books.values())
    authors = Counter(name for book in books.values() for name in _authors(book, details[book.id]))
    colours = {genre.name: genre.colour for genre in store.genres}
    rows = {
        "genres": [
            (presentation.genre_name(name, language), count, colours.get(name, charts.PLAIN),
             f"genre:{quoted(name)}")
            for name, count in genres.most_common(charts.MOST)
        ],
        "ratings": [
            (presentation.rating_name(rating, language), ratings[rating], charts.GOLD,
             f"rating:{rating}")
            for rating in (5, 4, 3, 2, 1)
        ],
        "authors": [
            (name, count, charts.PLAIN, f"author={quoted(name)}")
            for name, count in authors.most_common(charts.MOST)
        ],
    }  # fmt: skip
    made = [charts.calendar(dict(months), store.books.find(charts.READ), language)]
    query = store.books.find(line_of(year))
    for name, bars in rows.items():
        drawn = tuple(
            charts.Row(
                label, value, number(value, language), colour, query.narrowed(condition).line
            )
            for label, value, colour, condition in bars
        )
        made.append(charts.Chart(name, text(name, language), "bars", drawn, "", language))
    return [chart for chart in made if any(row.value for row in chart.rows)]


def line_of(year: int) -> str:
    """Returns the search line for the books of a year, without those that were given up later."""
    return f"{charts.READ} finished:{year:04}"


def _details(store: Store, year: int, books: dict[int, Book]) -> dict[int, _Details]:
    """Returns the details of each book, nearly all of them in one read."""
    columns = store.books.find(line_of(year)).order_by("id").columns("id", *_FIELDS)
    made = dict(zip(columns["id"], map(_Details, *(columns[name] for name in _FIELDS))))
    for book in books.values():
        if book.id not in made:
            # The last reading of the book was given up.
            made[book.id] = _Details(
                book.contributors, book.genres.names(), book.pages, book.exact_rating
            )
    return made


def _authors(book: Book, details: _Details) -> list[str]:
    return [each.name for each in details.contributors if each.role == "author"] or [book.author]


def _quotes(store: Store, year: Year) -> list[tuple[Book, Quote]]:
    """Returns the year's last quotes of books finished in the year, each with its book."""
    books = {book.id: book for book, _ in year.read}
    own = [
        each for each in store.quotes if each.created.year == year.year and each.book_id in books
    ]
    return [(books[quote.book_id], quote) for quote in own[-_QUOTES:]]


def facts(year: Year) -> list[tuple[str, str]]:
    """Returns the year in a few lines: for each its label, and the book or number."""
    made = [
        (text("books finished"), number(len(year.read))),
        (text("pages"), number(year.pages)),
    ]
    for name, book, _ in year.notable:
        named = _named(book)
        if name in ("shortest", "longest"):
            named = f"{named}, {text('{count} pages', count=book.pages)}"
        made.append((text(name), named))
    if year.again:
        made.append((text("read again"), "; ".join(_named(book) for book in year.again)))
    for book in year.best:
        made.append((text("best rated"), f"{_named(book)} {_stars(book)}"))
    return made


def _stars(book: Book) -> str:
    from bookworm import presentation

    return presentation.exact_stars(book.exact_rating or book.rating).rstrip("☆")


def _named(book: Book) -> str:
    return f"{book.title} ({book.author})"


def html(store: Store, year: Year) -> str:
    """Returns the year as a document that needs nothing but itself."""
    from . import documents

    parts = ["<dl>\n"]
    for name, value in facts(year):
        parts.append(f"<dt>{escape(_capital(name))}</dt><dd>{escape(value)}</dd>\n")
    parts.append("</dl>\n")
    parts.append(documents.sections(year.charts))
    if quotes := _quotes(store, year):
        parts.append(f"<section>\n<h2>{escape(_capital(text('quotes')))}</h2>\n")
        for book, quote in quotes:
            shown = "<br>".join(escape(line) for line in quote.text.splitlines())
            parts.append(f"<blockquote><p>{shown}</p><footer>{escape(_named(book))}</footer>"
                         "</blockquote>\n")  # fmt: skip
        parts.append("</section>\n")
    parts.append(f"<section>\n<h2>{escape(_capital(text('books finished')))}</h2>\n<table>\n")
    for book, day in year.read:
        cells = (str(day), book.title, book.author, _stars(book))
        parts.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n")
    parts.append("</table>\n</section>\n")
    title = text("A year in books: {year}", year=year.year)
    return documents.document(title, "".join(parts))


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]


def shown(year: Year, columns: int) -> str:
    """Returns the year for a terminal."""
    from . import blocks, terminal
    from .cards import ASCII
    from .tables import one_line, padded, width, wrapped

    lines = [terminal.bold(text("A year in books: {year}", year=year.year)), ""]
    known = facts(year)
    left = max(width(name) for name, _ in known)
    for name, value in known:
        room = max(columns - left - 2, 20)
        if not terminal.is_unicode():
            value = value.translate(ASCII)
        body = wrapped(one_line(value), room).split("\n")
        lines.append(padded(_capital(name), left) + "  " + f"\n{' ' * (left + 2)}".join(body))
    drawn = [blocks.drawn(chart, columns) for chart in year.charts]
    return "\n".join(["\n".join(lines) + "\n", *drawn])
