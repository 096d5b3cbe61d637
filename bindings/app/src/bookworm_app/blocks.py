"""Charts by block characters, for a terminal."""

from __future__ import annotations

from .charts import Chart, Row
from .tables import cut, one_line, padded, width
from .terminal import bold, dim, is_unicode, painted
from .texts import months

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_HEIGHTS = " ▁▂▃▄▅▆▇█"


def drawn(chart: Chart, columns: int) -> str:
    """Returns the lines of a chart, with its title, each with a line end."""
    lines = _calendar(chart, columns) if chart.kind == "calendar" else _bars(chart, columns)
    note = [dim(cut(chart.note, columns))] if chart.note else []
    title = chart.title[:1].upper() + chart.title[1:]
    return "".join(f"{cut(line, columns)}\n" for line in [bold(title), *lines, *note])


def bar(value: float, most: float, columns: int) -> str:
    """Returns a bar, accurate to an eighth of a column; at least one eighth for a value above 0."""
    if not is_unicode():
        return "#" * max(round(columns * value / most), 1 if value else 0)
    eighths = max(round(8 * columns * value / most), 1 if value else 0)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


def _bars(chart: Chart, columns: int) -> list[str]:
    most = max(row.value for row in chart.rows) or 1
    labels = [cut(one_line(row.label), max(columns // 3, 8)) for row in chart.rows]
    left = max(map(width, labels))
    right = max(len(row.shown) for row in chart.rows)
    room = max(min(columns - left - right - 4, 60), 4)
    return [
        f"{padded(label, left)}  {_coloured(bar(row.value, most, room), row)} {row.shown}"
        for label, row in zip(labels, chart.rows)
    ]


def _coloured(shape: str, row: Row) -> str:
    if not shape:
        return shape
    red, green, blue = (int(row.colour[place : place + 2], 16) for place in (1, 3, 5))
    return painted(shape, (red, green, blue))


def _calendar(chart: Chart, columns: int) -> list[str]:
    most = max(row.value for row in chart.rows) or 1
    longest = max(len(row.shown) for row in chart.rows)
    names = months(chart.language)
    wide = max(longest + 2, *(width(name) + 1 for name in names))
    signs = is_unicode()
    if 4 + 12 * wide > columns:
        # A narrow terminal gets the numbers alone.
        wide, signs = max(longest + 1, 3), False
        names = [_start(name, wide - 1) for name in names]
    head = " " * 4 + "".join(padded(name, wide, right=True) for name in names)
    lines = [dim(head)]
    for place in range(0, len(chart.rows), 12):
        year = chart.rows[place : place + 12]
        cells = "".join(_cell(row, most, wide, signs=signs) for row in year)
        lines.append(year[0].label[:4] + cells)
    return lines


def _start(text: str, columns: int) -> str:
    """Returns as much of a text as fits."""
    return next(text[:end] for end in range(len(text), -1, -1) if width(text[:end]) <= columns)


def _cell(row: Row, most: float, wide: int, *, signs: bool) -> str:
    if not row.value:
        return padded("·" if is_unicode() else ".", wide, right=True)
    sign = _HEIGHTS[max(round(8 * row.value / most), 1)] if signs else ""
    space = " " * (wide - len(row.shown) - len(sign))
    return f"{space}{_coloured(sign, row)}{row.shown}"
