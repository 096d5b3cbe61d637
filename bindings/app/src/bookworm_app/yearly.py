"""A year in books: what was read, counted from the readings, so that reading again counts too."""

from __future__ import annotations

import datetime
from collections import Counter
from html import escape

from . import charts
from .narrowing import Line, quoted
from .texts import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NamedTuple

    from bookworm import Book, Contributor, Store
else:
    from collections import namedtuple

#: How many of the best rated books are named.
_BEST = 5
_QUOTES = 6

if TYPE_CHECKING:

    class Year(NamedTuple):
        """A year in books.

        year      its number
        read      the books that were finished, each with the day, in the order of the days
        again     of these the books that had been finished before
        pages     of all of them, and how many have no number of pages
        without   how many of them have no pages
        charts    months, genres, ratings and authors
        quotes    quotes that were added in the year, each with its book
        """

        year: int
        read: list[tuple[Book, datetime.date]]
        again: list[Book]
        pages: int
        without: int
        charts: list[charts.Chart]
        quotes: list[tuple[Book, Any]]

else:
    Year = namedtuple("Year", "year read again pages without charts quotes")


def finished(store: Store) -> list[tuple[datetime.date, int]]:
    """The days of all completed readings with the ids of their books, in order."""
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
    """The year of a library.

    done  what finished() has returned, if the caller has it already
    """
    done = finished(store) if done is None else done
    earlier = {book for day, book in done if day.year < year}
    own_days = [(day, book) for day, book in done if day.year == year]
    ids = list(dict.fromkeys(book for _, book in own_days))
    books = {book.id: book for book in store.books.get_many(ids)}
    read = [(books[book], day) for day, book in own_days if book in books]
    its = [books[each] for each in ids if each in books]
    own = [quote for quote in store.quotes if quote.created.year == year and quote.book_id in books]
    pages = [book.pages for book, _ in read]
    return Year(
        year,
        read,
        [book for book in its if book.id in earlier],
        sum(each or 0 for each in pages),
        pages.count(None),
        _charts(store, year, its, [day for _, day in read], language),
        [(books[quote.book_id], quote) for quote in own[-_QUOTES:]],
    )


def _charts(
    store: Store, year: int, books: list[Book], days: list[datetime.date], language: str
) -> list[charts.Chart]:
    from bookworm import presentation

    months = Counter(day.replace(day=1) for day in days)
    details = _details(store, year, books)
    genres = Counter(name for book in books for name in details[book.id][1])
    ratings = Counter(book.rating for book in books)
    authors = Counter(name for book in books for name in _authors(book, details[book.id][0]))
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
            (name, count, charts.PLAIN, f"author:{quoted(name)}")
            for name, count in authors.most_common(charts.MOST)
        ],
    }  # fmt: skip
    made = [charts.calendar(dict(months), Line(store, "status:completed"), language)]
    line = Line(store, line_of(year))
    for name, bars in rows.items():
        drawn = tuple(
            charts.Row(label, value, f"{value:,}", colour, line.narrowed(condition))
            for label, value, colour, condition in bars
        )
        made.append(charts.Chart(name, text(name, language), "bars", drawn, "", language))
    return [chart for chart in made if any(row.value for row in chart.rows)]


def line_of(year: int) -> str:
    """The search line for the books of a year, except those that were finished again later."""
    return f"status:completed finished:{year:04}"


def _details(
    store: Store, year: int, books: list[Book]
) -> dict[int, tuple[Iterable[Contributor], Iterable[str]]]:
    """The people and the genres of each book, nearly all of them in one read."""
    found = store.books.find(line_of(year)).order_by("id")
    columns = found.columns("id", "contributors", "genre_names")
    made = dict(zip(columns["id"], zip(columns["contributors"], columns["genre_names"])))
    for book in books:
        if book.id not in made:
            # The book was finished again in a later year.
            made[book.id] = book.contributors, book.genres.names()
    return made


def _authors(book: Book, people: Iterable[Contributor]) -> list[str]:
    return [each.name for each in people if each.role == "author"] or [book.author]


def best(year: Year, most: int = _BEST) -> list[Book]:
    """The best rated books of the year."""
    books = dict.fromkeys(book for book, _ in year.read if book.rating >= 4)
    return sorted(books, key=lambda book: -(book.exact_rating or book.rating))[:most]


def facts(year: Year) -> list[tuple[str, str]]:
    """The year in a few lines: what each is called, and the book or number."""
    made = [
        (text("books finished"), f"{len(year.read):,}"),
        (text("pages"), f"{year.pages:,}"),
    ]
    if not year.read:
        return made
    books = [book for book, _ in year.read]
    made += [(text("first"), _named(books[0])), (text("last"), _named(books[-1]))]
    long = [book for book in books if book.pages]
    if long:
        for name, choose in (("shortest", min), ("longest", max)):
            book = choose(long, key=lambda each: each.pages or 0)
            made.append((text(name), f"{_named(book)}, {text('{count} pages', count=book.pages)}"))
    if year.again:
        made.append((text("read again"), "; ".join(_named(book) for book in year.again)))
    for book in best(year):
        made.append((text("best rated"), f"{_named(book)} {_stars(book)}"))
    return made


def _stars(book: Book) -> str:
    from bookworm import presentation

    return presentation.exact_stars(book.exact_rating or book.rating).rstrip("☆")


def _named(book: Book) -> str:
    return f"{book.title} ({book.author})"


def html(year: Year) -> str:
    """The year as a document that needs nothing but itself."""
    from . import documents

    parts = ["<dl>\n"]
    for name, value in facts(year):
        parts.append(f"<dt>{escape(_capital(name))}</dt><dd>{escape(value)}</dd>\n")
    parts.append("</dl>\n")
    parts.append(documents.sections(year.charts))
    if year.quotes:
        parts.append(f"<section>\n<h2>{escape(_capital(text('quotes')))}</h2>\n")
        for book, quote in year.quotes:
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
    """The year for a terminal."""
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
