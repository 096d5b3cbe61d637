"""Statistics and a year in review. Every number leads to the books that it counts."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import Response
from starlette.routing import BaseRoute

from .. import charts, yearly
from .facets import MOST_BOOKS
from .library import line_link
from .rows import rows as listed
from .visit import Visit, route

#: By chart, the facet whose page lists all groups, also those that the chart leaves out.
_ALL = {"genres": "genre", "authors": "author"}
#: Charts of the whole library that the store has no counters for, and the fields that decide them.
_COUNTED = {
    "authors": ("author", "author_sort", "contributors"),
    "months": ("status", "finished", "readings"),
    "pages": ("status", "finished", "pages", "readings"),
}


@dataclass(frozen=True)
class Part:
    """A chart on a page: its picture and its table, whose numbers are links.

    of_note  the address that its note leads to: of all groups, or of the books that it counts
    address  the address of the page with this chart alone, if it is not drawn yet
    """

    name: str
    title: str
    kind: str = ""
    note: str = ""
    of_note: str = ""
    picture: str = ""
    numbers: str = ""
    address: str = ""


def _drawn(chart: charts.Chart, line: str) -> Part:
    def link(line: str) -> str:
        return str(line_link(line))

    if chart.name in _ALL:
        of_note = f"/facets/{_ALL[chart.name]}?{urlencode({'q': line})}"
    else:
        of_note = link(chart.left_out or line)
    picture, numbers = Markup(charts.svg(chart, link)), Markup(charts.table(chart, link))
    return Part(chart.name, chart.title, chart.kind, chart.note, of_note, picture, numbers)


def _charts(visit: Visit, line: str, name: str) -> list[Part]:
    """Returns a chart of the statistics; none if it has no numbers."""
    found = visit.library.remembered(
        ("chart", name, line, visit.language),
        lambda: charts.of(visit.store, line, visit.language, only=[name]),
        *(() if line.strip() else _COUNTED.get(name, ())),
    )
    return [_drawn(each, line) for each in found]


def show(visit: Visit) -> Response:
    """Shows the statistics of the library, or of a line's books; with ?only= one chart."""
    transaction = visit.library.transaction()
    line, only = visit.query.get("q", ""), visit.query.get("only", "")
    counted = visit.library.remembered(
        ("statistics", line),
        # The store keeps its own totals.
        (visit.store.books.find(line) if line.strip() else visit.store).statistics,
    )
    is_large = len(visit.store.books) > MOST_BOOKS
    shown: list[Part] = []
    for name in [only] if only in charts.NAMES else charts.NAMES:
        if is_large and not only and (line.strip() or name in _COUNTED):
            # A page that is read again reads a chart only if the chart's address has changed.
            fields = () if line.strip() else _COUNTED.get(name, ())
            version = visit.library.last_change(*fields)
            address = "/statistics?" + urlencode({"q": line, "v": version, "only": name})
            title = charts.title(name, visit.language)
            shown.append(Part(name, title, "later", address=address))
        else:
            shown += _charts(visit, line, name)
    return visit.page(
        "statistics.html",
        transaction=transaction,
        line=line,
        counted=counted,
        charts=shown,
        years=yearly.years(visit.library.finished.days()),
    )


def year(visit: Visit) -> Response:
    """Shows a year in review: every reading that was completed in it."""
    transaction = visit.library.transaction()
    number = visit.number("year")
    line = yearly.line_of(number)
    done = visit.library.finished.days()
    reviewed = visit.library.remembered(
        ("year", str(number), visit.language),
        lambda: yearly.of(visit.store, number, visit.language, done),
    )
    earlier, later = yearly.adjacent(done, number)
    return visit.page(
        "year.html",
        transaction=transaction,
        year=reviewed,
        line=line,
        charts=[_drawn(each, line) for each in reviewed.charts],
        earlier=earlier,
        later=later,
        best=listed(visit.store, reviewed.best, visit.language),
    )


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [route("/statistics", show), route("/years/{year:int}", year)]
