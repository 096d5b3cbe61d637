"""Charts of a library: what is counted, and each as SVG, as HTML with its numbers, and as rows.

For the terminal (see blocks.py), for files, and for the browser:

    charts = charts.of(store, "author:herbert", "en")    a Chart for each subject that has numbers
    charts.svg(chart)                      an <svg> element, without script, style and references
    charts.svg(chart, link)                the same; each bar and cell is a link
    charts.table(chart, link)              the same numbers as a <table>
    chart.rows                             the same as data: label, value, shown, colour, line

`link(line)` returns the address of the page that lists what a search line finds. A row's `line` is
None if it has no books, or if no search line finds them.
Text is drawn in `currentColor`, and the bars have fills as attributes, so that a page may have any
colours and a strict Content-Security-Policy. `svg(chart, alone=True)` is a file of its own, with a
white background; `sheet(charts)` is one with several.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from html import escape

from .sentences import number
from .tables import cut, width
from .texts import months, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from bookworm import Query, Statistics, Store
else:
    from collections import namedtuple

Link = Callable[[str], str]
_TITLES = {
    "ratings": "ratings",
    "genres": "genres",
    "authors": "authors",
    "months": "books finished",
    "pages": "pages a year",
}
NAMES = tuple(_TITLES)
#: How many genres and authors are shown; the others are counted in the note.
MOST = 12
PLAIN = "#4477AA"
GOLD = "#D4A017"
_NEUTRAL = "#8A8A8A"

if TYPE_CHECKING:

    class Row(NamedTuple):
        """A bar, or a cell of a calendar.

        label   its name; for a cell the month, 2024-03
        value   what is drawn
        shown   the value as text
        colour  #RRGGBB
        line    the search line that finds its books, or None
        """

        label: str
        value: float
        shown: str
        colour: str
        line: str | None

    class Chart(NamedTuple):
        """A chart.

        name      one of NAMES
        title     in the language that was asked for
        kind      "bars" or "calendar"
        rows      the bars from the top; for a calendar every month of its years
        note      a sentence about what is not in it, or ""
        language  the language of its texts
        left_out  the search line that finds the books of the note, or None
        """

        name: str
        title: str
        kind: str
        rows: tuple[Row, ...]
        note: str
        language: str
        left_out: str | None = None

else:
    Row = namedtuple("Row", "label value shown colour line")
    Chart = namedtuple("Chart", "name title kind rows note language left_out", defaults=(None,))


def of(
    store: Store, line: str = "", language: str = "en", *, only: Iterable[str] = NAMES
) -> list[Chart]:
    """Draws the charts of the books that a search line finds; leaves out those without numbers."""
    query = store.books.find(line)
    # The store keeps its own totals; a query's books must be counted.
    counted = query if line.strip() else store
    made = {
        "ratings": lambda: ratings(counted, query, language),
        "genres": lambda: genres(store, counted, query, language),
        "authors": lambda: authors(counted, query, language),
        "months": lambda: finished_by_month(query, language),
        "pages": lambda: pages_by_year(query, language),
    }
    drawn = [made[name]() for name in only]
    return [chart for chart in drawn if any(row.value for row in chart.rows)]


def title(name: str, language: str) -> str:
    """Returns the title of a chart by its name, which is one of NAMES."""
    return text(_TITLES[name], language)


def ratings(counted: Query | Store, query: Query, language: str) -> Chart:
    """Counts the books with each rating."""
    from bookworm import presentation

    statistics = counted.statistics()
    rows = [
        Row(
            presentation.rating_name(rating, language),
            statistics.ratings[rating],
            number(statistics.ratings[rating], language),
            GOLD if rating else _NEUTRAL,
            query.with_facet("rating", str(rating)).line if statistics.ratings[rating] else None,
        )
        for rating in (5, 4, 3, 2, 1, 0)
    ]
    return Chart("ratings", title("ratings", language), "bars", tuple(rows), "", language)


def _most(groups: Iterable[Statistics]) -> tuple[list[Statistics], int, int]:
    """Returns the largest groups, the number of the others, and how many books these have."""
    ordered = sorted(groups, key=lambda group: -group.books)
    if len(ordered) <= MOST:
        return ordered, 0, 0
    others = ordered[MOST:]
    return ordered[:MOST], len(others), sum(group.books for group in others)


def _others(count: int, books: int, language: str) -> str:
    if not count:
        return ""
    return text(
        "{count} others, with {books} books", language, count=number(count, language), books=books
    )


def genres(store: Store, counted: Query | Store, query: Query, language: str) -> Chart:
    """Counts the books with each genre, in the genre's colour."""
    from bookworm import presentation

    colours = {genre.id: genre.colour for genre in store.genres}
    largest, count, books = _most(
        group for group in counted.statistics_by("genre") if group.name is not None and group.books
    )
    rows = [
        Row(
            presentation.facet_label("genre", group, language),
            group.books,
            number(group.books, language),
            colours.get(group.genre or 0, PLAIN),
            query.with_facet("genre", group).line,
        )
        for group in largest
    ]
    note = _others(count, books, language)
    return Chart("genres", title("genres", language), "bars", tuple(rows), note, language)


def authors(counted: Query | Store, query: Query, language: str) -> Chart:
    """Counts the books of each author."""
    # The store keeps its facets until a book changes.
    largest, count, books = _most(counted.facets("author"))
    rows = [
        Row(group.name or "", group.books, number(group.books, language), PLAIN,
            query.with_facet("author", group).line)
        for group in largest
    ]  # fmt: skip
    note = _others(count, books, language)
    return Chart("authors", title("authors", language), "bars", tuple(rows), note, language)


#: The books that were read to the end, or are read again. A book that was given up also has a last
#: day, but was not finished.
READ = "-status:did-not-finish"


def finished_by_month(query: Query, language: str) -> Chart:
    """Counts the books finished in each month, with all months of each year from the first.

    Each reading counts in its month, as in a year in review.
    """
    read = query.narrowed(READ)
    groups = read.statistics_by("month_finished")
    return calendar({each.month: each.books for each in groups if each.month}, read, language)


def calendar(counts: dict[datetime.date, int], query: Query, language: str) -> Chart:
    """Returns a calendar of counts by the first day of their month."""
    rows = []
    if counts:
        for year in range(min(counts).year, max(counts).year + 1):
            for month in range(1, 13):
                first = datetime.date(year, month, 1)
                count, label = counts.get(first, 0), f"{year:04}-{month:02}"
                line = query.with_facet("month_finished", first).line if count else None
                rows.append(Row(label, count, number(count, language), PLAIN, line))
    return Chart("months", title("months", language), "calendar", tuple(rows), "", language)


def pages_by_year(query: Query, language: str) -> Chart:
    """Counts the pages of the books finished in each year, each book once a year."""
    read = query.narrowed(READ)
    groups = read.statistics_by("month_finished")
    finished = {each.month.year for each in groups if each.month}
    rows = []
    without = 0
    for year in range(min(finished), max(finished) + 1) if finished else ():
        found = read.narrowed(f"finished:{year:04}")
        # In the order of ids, because the default order would look up each book in an index.
        pages = found.order_by("id").columns("pages")["pages"]
        without += pages.count(None)
        count = sum(each or 0 for each in pages)
        rows.append(Row(str(year), count, number(count, language), PLAIN, found.line))
    note = (
        text("without a number of pages: {count}", language, count=number(without, language))
        if without
        else ""
    )
    left_out = read.narrowed("finished>=0001 pages:none").line
    return Chart("pages", title("pages", language), "bars", tuple(rows), note, language, left_out)


_ROW, _SIGN, _BAR, _VALUE = 24, 7.6, 360, 90


def svg(chart: Chart, link: Link | None = None, *, alone: bool = False) -> str:
    """Draws a chart as an <svg> element. With links, for a page, it fills the available width."""
    if link is not None:
        if chart.kind == "calendar":
            body, _, high = _calendar(chart, link)
        else:
            body, high = _wide_bars(chart, link)
        # The role "img" is only for content without controls such as links.
        return _element(chart, body, f'width="100%" height="{high}"', "group")
    body, wide, high = _calendar(chart, None) if chart.kind == "calendar" else _bars(chart)
    back = f'<rect width="{wide}" height="{high}" fill="#FFFFFF"/>' if alone else ""
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return _element(chart, back + body, size, "img")


def _label(chart: Chart, row: Row) -> str:
    """Returns the label of a row as it is read: for a cell of a calendar, February 2024."""
    if chart.kind != "calendar":
        return row.label
    from bookworm import presentation

    first = datetime.date.fromisoformat(f"{row.label}-01")
    return presentation.facet_label("month_finished", first, chart.language)


def _element(chart: Chart, body: str, size: str, role: str) -> str:
    numbers = "; ".join(f"{_label(chart, row)}: {row.shown}" for row in chart.rows if row.value)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'role="{role}" aria-labelledby="{chart.name}-title {chart.name}-desc" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="currentColor">'
        f'<title id="{chart.name}-title">{_safe(chart.title)}</title>'
        f'<desc id="{chart.name}-desc">{_safe(numbers)}</desc>{body}</svg>'
    )


def _safe(value: str) -> str:
    """Returns a text for XML, which has no control characters."""
    return escape("".join(sign for sign in value if sign.isprintable()))


def _linked(shape: str, row: Row, link: Link | None) -> str:
    if link is None or row.line is None:
        return shape
    return f'<a href="{escape(link(row.line))}">{shape}</a>'


def _bars(chart: Chart) -> tuple[str, int, int]:
    labels = [cut(row.label, 28) for row in chart.rows]
    left = int(max(map(width, labels)) * _SIGN) + 12
    most = max(row.value for row in chart.rows) or 1
    parts = []
    for place, (row, label) in enumerate(zip(chart.rows, labels)):
        top = place * _ROW
        long = max(round(_BAR * row.value / most, 1), 1 if row.value else 0)
        shape = (
            f"<title>{_safe(row.label)}: {_safe(row.shown)}</title>"
            f'<text x="{left - 8}" y="{top + 16}" text-anchor="end">{_safe(label)}</text>'
            f'<rect x="{left}" y="{top + 3}" width="{long}" height="{_ROW - 7}" rx="2" '
            f'fill="{row.colour}" stroke="currentColor" stroke-opacity="0.25"/>'
            f'<text x="{left + long + 6}" y="{top + 16}">{_safe(row.shown)}</text>'
        )
        parts.append(f"<g>{shape}</g>")
    return "".join(parts), left + _BAR + _VALUE, len(chart.rows) * _ROW + 4


def _wide_bars(chart: Chart, link: Link) -> tuple[str, int]:
    """Draws bars under their labels, in percent of the width. Also returns the height of all."""
    most = max(row.value for row in chart.rows) or 1
    # The number next to the longest bar needs as much room in a narrow window as in a wide one.
    room = max(width(row.shown) for row in chart.rows) * _SIGN + 10
    share = min(85, 100 - 100 * room / _NARROW)
    parts = []
    for place, row in enumerate(chart.rows):
        top = place * _WIDE_ROW
        long = max(round(share * row.value / most, 2), 0.4 if row.value else 0)
        shape = (
            f"<title>{_safe(row.label)}: {_safe(row.shown)}</title>"
            f'<text y="{top + 13}">{_safe(cut(row.label, 32))}</text>'
            f'<rect x="1" y="{top + 19}" width="{long}%" height="12" rx="2" '
            f'fill="{row.colour}" stroke="currentColor" stroke-opacity="0.25"/>'
            f'<text x="{long}%" dx="7" y="{top + 30}">{_safe(row.shown)}</text>'
        )
        parts.append(_linked(f"<g>{shape}</g>", row, link))
    return "".join(parts), len(chart.rows) * _WIDE_ROW


_WIDE_ROW = 38
#: The width of a chart on a phone.
_NARROW = 230
_CELL = 36


def _calendar(chart: Chart, link: Link | None) -> tuple[str, int, int]:
    """Draws a calendar. With links, for a page, its cells fill the available width."""
    most = max(row.value for row in chart.rows) or 1
    left, cell, gap, unit = (48, _CELL, 1, "") if link is None else (10, 7.5, 0.25, "%")
    parts = [
        f'<text class="month" x="{left + (place + 0.5) * cell:g}{unit}" y="15" '
        f'text-anchor="middle">{name}</text>'
        for place, name in enumerate(months(chart.language))
    ]
    for place, row in enumerate(chart.rows):
        line, month = divmod(place, 12)
        x, y = left + month * cell, 22 + line * _ROW
        if month == 0:
            parts.append(f'<text y="{y + 16}">{row.label[:4]}</text>')
        # The number is drawn over a colour of at most 60 % opacity, so that black text and white
        # text can be read.
        opacity = round(0.1 + 0.5 * row.value / most, 2) if row.value else 0.04
        shape = (
            f"<title>{_safe(_label(chart, row))}: {row.shown}</title>"
            f'<rect x="{x + gap:g}{unit}" y="{y + 1}" width="{cell - 2 * gap:g}{unit}" '
            f'height="{_ROW - 2}" rx="3" fill="{row.colour}" fill-opacity="{opacity}"/>'
        )
        if row.value:
            shape += (
                f'<text x="{x + cell / 2:g}{unit}" y="{y + 16}" '
                f'text-anchor="middle">{row.shown}</text>'
            )
        parts.append(_linked(f"<g>{shape}</g>", row, link))
    return "".join(parts), 48 + 12 * _CELL + 4, 26 + (len(chart.rows) + 11) // 12 * _ROW


def table(chart: Chart, link: Link | None = None) -> str:
    """Returns the numbers of a chart as an HTML table; for a calendar, the months that have any."""
    rows = []
    for row in chart.rows:
        if not row.value and chart.kind == "calendar":
            continue
        shown = _safe(row.shown)
        if link is not None and row.line is not None:
            shown = f'<a href="{escape(link(row.line))}">{shown}</a>'
        label = _label(chart, row)
        rows.append(f'<tr><th scope="row">{_safe(label)}</th><td>{shown}</td></tr>')
    return f"<table><caption>{_safe(chart.title)}</caption><tbody>{''.join(rows)}</tbody></table>"


def sheet(drawn: Iterable[Chart]) -> str:
    """Draws several charts below each other, as the text of one SVG file."""
    parts, top, wide = [], 12, 0
    for chart in drawn:
        body, chart_wide, high = (
            _calendar(chart, None) if chart.kind == "calendar" else _bars(chart)
        )
        title = chart.title[:1].upper() + chart.title[1:]
        parts.append(
            f'<g transform="translate(12 {top})"><text y="14" font-size="16" font-weight="bold">'
            f'{_safe(title)}</text><g transform="translate(0 26)">{body}</g></g>'
        )
        top += high + 48
        wide = max(wide, chart_wide + 24)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top}" width="{wide}" '
        f'height="{top}" role="img" font-family="system-ui, sans-serif" font-size="13" '
        f'fill="currentColor"><rect width="{wide}" height="{top}" fill="#FFFFFF"/>'
        f"{''.join(parts)}</svg>\n"
    )
