"""Statistics and a year in review. Every number leads to the books that it counts."""

from __future__ import annotations

import datetime
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import BaseRoute

from .. import charts, yearly
from .library import line_link
from .rows import rows as listed
from .visit import Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Book

MOST_BEST = 6


#: The groups that a chart leaves out are among all of them.
_ALL = {"genres": "genre", "authors": "author"}


def _drawn(found: list[charts.Chart], line: str) -> list[tuple[charts.Chart, str, Markup, Markup]]:
    """Charts with their pictures and tables, whose numbers are links, as that of their note."""

    def link(line: str) -> str:
        return str(line_link(line))

    def of_note(chart: charts.Chart) -> str:
        if chart.name in _ALL:
            return f"/facets/{_ALL[chart.name]}?{urlencode({'q': line})}"
        return link(chart.left_out or line)

    return [
        (each, of_note(each), Markup(charts.svg(each, link)), Markup(charts.table(each, link)))
        for each in found
    ]


def show(visit: Visit) -> Response:
    """The statistics of the library, or of what a search line finds."""
    transaction = visit.library.transaction()
    line = visit.query.get("q", "")
    # The store knows its own numbers.
    counted = (visit.store.books.find(line) if line.strip() else visit.store).statistics()
    found = visit.library.remembered(
        ("charts", line, visit.language), lambda: charts.of(visit.store, line, visit.language)
    )
    finished = visit.store.statistics_by("month_finished")
    years = sorted({each.month.year for each in finished if each.month}, reverse=True)
    return visit.page(
        "statistics.html",
        transaction=transaction,
        line=line,
        counted=counted,
        charts=_drawn(found, line),
        years=years,
    )


def year(visit: Visit) -> Response:
    """A year in review: every reading that was completed in it."""
    transaction = visit.library.transaction()
    number = visit.number("year")
    line = yearly.line_of(number)
    done = visit.library.remembered(("finished",), lambda: yearly.finished(visit.store))
    years = {day.year for day, _ in done}
    reviewed = visit.library.remembered(
        ("year", str(number), visit.language),
        lambda: yearly.of(visit.store, number, visit.language, done),
    )
    read = reviewed.read
    ratings = [book.exact_rating or book.rating for book, _ in read if book.rating]
    return visit.page(
        "year.html",
        transaction=transaction,
        year=reviewed,
        line=line,
        average=sum(ratings) / len(ratings) if ratings else None,
        later_again=len(read) - visit.store.books.find(line).count(),
        charts=_drawn(reviewed.charts, line),
        earlier=max((each for each in years if each < number), default=None),
        later=min((each for each in years if each > number), default=None),
        best=listed(visit.store, yearly.best(reviewed, MOST_BEST), visit.language),
        outstanding=_outstanding(read),
    )


def _outstanding(
    read: list[tuple[Book, datetime.date]],
) -> list[tuple[str, Book, datetime.date]]:
    """The books that a reader remembers a year by: what each is, the book, and the day."""
    if not read:
        return []
    chosen = [("first", *read[0]), ("last", *read[-1])]
    long = [each for each in read if each[0].pages]
    if long:
        chosen += [
            (name, *choose(long, key=lambda each: each[0].pages or 0))
            for name, choose in (("shortest", min), ("longest", max))
        ]
    return chosen


def routes() -> list[BaseRoute]:
    """The addresses and their functions."""
    return [route("/statistics", show), route("/years/{year:int}", year)]
