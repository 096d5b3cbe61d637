"""Statistics and a year in review. Every number leads to the books that it counts."""

from __future__ import annotations

import datetime
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import BaseRoute

from .. import charts
from ..narrowing import Line
from .library import line_link
from .rows import rows as listed
from .visit import Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
    """A year in review: the books that were finished in it."""
    transaction = visit.library.transaction()
    number = visit.number("year")
    line = f"finished:{number:04}"
    key = ("year", str(number), visit.language)
    kept = visit.library.remembered(key, lambda: _review(visit, number, line))
    reviewed = dict(kept)
    months = visit.store.statistics_by("month_finished")
    years = {each.month.year for each in months if each.month}
    return visit.page(
        "year.html",
        transaction=transaction,
        year=number,
        line=line,
        charts=_drawn(reviewed.pop("drawn"), line),
        earlier=max((each for each in years if each < number), default=None),
        later=min((each for each in years if each > number), default=None),
        **reviewed,
    )


def _review(visit: Visit, number: int, line: str) -> dict[str, Any]:
    """What is counted of a year, and the books that a reader remembers it by."""
    query = visit.store.books.find(line)
    counted = query.statistics()
    has = query.order_by("finished").columns("id", "rating", "finished", "pages")
    months = {datetime.date(number, month, 1): 0 for month in range(1, 13)}
    for day in has["finished"]:
        months[day.replace(day=1)] += 1
    rows = list(zip(has["id"], has["rating"], has["pages"]))
    long = [(pages, book) for book, _, pages in rows if pages]
    best = sorted((row for row in rows if row[1]), key=lambda row: -row[1])[:MOST_BEST]
    best_books = visit.store.books.get_many(row[0] for row in best)
    chosen = {}
    if rows:
        chosen = {"first": rows[0][0], "last": rows[-1][0]}
    if long:
        chosen |= {"shortest": min(long)[1], "longest": max(long)[1]}
    books = {each.id: each for each in visit.store.books.get_many(chosen.values())}
    pages = dict(zip(has["id"], has["pages"]))
    drawn = charts.of(visit.store, line, visit.language, only=("ratings", "genres", "authors"))
    return {
        "counted": counted,
        "pages": sum(each or 0 for each in has["pages"]),
        "without_pages": has["pages"].count(None),
        "drawn": [charts.calendar(months, Line(visit.store, line), visit.language), *drawn]
        if rows
        else [],
        "best": listed(visit.store, best_books, visit.language),
        "outstanding": [(name, books[each], pages[each]) for name, each in chosen.items()],
    }


def routes() -> list[BaseRoute]:
    """The addresses and their functions."""
    return [route("/statistics", show), route("/years/{year:int}", year)]
