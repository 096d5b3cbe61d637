"""HTML files that need nothing but themselves: no script, no reference to anywhere."""

from __future__ import annotations

from html import escape

from . import charts, language as languages, terminal
from .errors import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
caption { text-align: start; font-weight: bold; }
th, td { padding: 0.15rem 0.75rem 0.15rem 0; text-align: start; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
.numbers { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; padding: 0; list-style: none; }
.numbers b { display: block; font-size: 1.75rem; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid #888; }
"""


def document(title: str, body: str) -> str:
    """Returns a whole HTML document."""
    return (
        f'<!DOCTYPE html>\n<html lang="{languages.code()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}</body>\n</html>\n"
    )


def sections(drawn: Iterable[charts.Chart]) -> str:
    """Returns a section for each chart, with its numbers as a table to open."""
    from .texts import text

    return "".join(
        f"<section>\n<h2>{escape(each.title[:1].upper() + each.title[1:])}</h2>\n"
        f"{charts.svg(each)}\n"
        + (f"<p>{escape(each.note)}</p>\n" if each.note else "")
        + f"<details><summary>{escape(text('table'))}</summary>{charts.table(each)}</details>\n"
        "</section>\n"
        for each in drawn
    )


def write(path: str, content: str, *, replace: bool = False) -> None:
    """Writes a file. An existing file stays, unless it may be replaced."""
    try:
        with open(path, "w" if replace else "x", encoding="utf-8") as file:
            file.write(content)
        terminal.say("Wrote {path}.", path=path)
    except FileExistsError:
        usage("{path} already exists.", "Give another name, or use --replace.", path=path)
    except OSError as error:
        usage("{path} cannot be written: {why}.", path=path, why=error.strerror)
