"""`bookworm stats LINE`."""

from __future__ import annotations

import click

from .. import output, terminal
from ..command import command as make, store, words
from ..errors import did_you_mean, there_are, usage
from ..sentences import decimal, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Statistics

    from ..charts import Chart


@make("stats", lines=True)
@words()
@click.option(
    "--only", metavar="NAMES", help="Show only these: ratings,genres,authors,months,pages."
)
@click.option("--svg", metavar="FILE", help="Draw the charts into an SVG file.")
@click.option("--html", metavar="FILE", help="Draw them into one HTML file.")
@click.option("--replace", is_flag=True, help="Replace a file that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def command(
    words: tuple[str, ...],
    only: str | None,
    svg: str | None,
    html: str | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Count ratings, genres, months and pages.

    \b
      bookworm stats
      bookworm stats finished:2024 --only genres,pages
      bookworm stats genre:horror --svg horror.svg
      bookworm stats --html library.html

    With --json, each number comes with the search line that finds its books.
    """
    from .. import charts, documents, language, lines
    from ..texts import text

    names = _names(only)
    line = lines.line(words)
    with store() as opened:
        counted = lines.query(opened, words).statistics()
        if not counted.books:
            lines.not_found(opened, words)
        drawn = charts.of(opened, line, language.code(), only=names)
    head = [text("{count} books", count=number(counted.books))]
    head.append(text("{count} rated", count=number(counted.rated)))
    if counted.average is not None:
        head.append(text("average {value}", value=decimal(counted.average)))
    if as_json:
        output.document(_data(counted, drawn))
    if svg is not None:
        documents.write(svg, charts.sheet(drawn), replace=replace)
    if html is not None:
        page = documents.document(", ".join(head), documents.sections(drawn))
        documents.write(html, page, replace=replace)
    if as_json or svg is not None or html is not None:
        return
    from .. import blocks

    wide = terminal.width()
    parts = [", ".join(head) + "\n"]
    parts += [blocks.drawn(chart, wide) for chart in drawn]
    terminal.write("\n".join(parts))


def _names(only: str | None) -> list[str]:
    from ..charts import NAMES

    if not only:
        return list(NAMES)
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in NAMES:
            usage(
                "--only: there is no chart {name!r}.",
                did_you_mean(name, NAMES) or there_are(NAMES),
                name=name,
            )
    return names


def _data(total: Statistics, drawn: list[Chart]) -> dict[str, Any]:
    return {
        "books": total.books,
        "rated": total.rated,
        "average": total.average,
        "charts": [
            {
                "name": chart.name,
                "title": chart.title,
                "note": chart.note or None,
                "rows": [
                    {"label": row.label, "value": row.value, "line": row.line} for row in chart.rows
                ],
            }
            for chart in drawn
        ],
    }
