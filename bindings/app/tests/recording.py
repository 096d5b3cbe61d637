"""Records a session in a terminal as an SVG file.

python tests/recording.py     writes session.svg beside README.md

The commands run in a terminal of 80 columns with all colours; each appears after the one before,
and the last picture stays. The file has no script and needs no other.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path

import pexpect
import readme

from bookworm_app.tables import sign_width

SESSION = Path(__file__).resolve().parents[1] / "session.svg"
COMMANDS = (
    "bookworm import goodreads_library_export.csv storygraph.csv 'My Clippings.txt'",
    "bookworm 'rating>=4'",
    "bookworm quotes dune",
    "bookworm stats --only ratings,genres,months",
)
_COLUMNS, _WIDE, _HIGH = 80, 8.4, 19
_ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
_NAMED = {"31": "#E05561", "32": "#8CC265", "33": "#D18F52"}


class Style:
    """The style of the text after an escape sequence."""

    def __init__(self) -> None:
        self.front, self.back, self.bold, self.dim = "#D7DAE0", "", False, False

    def apply(self, codes: str) -> None:
        """Follows the codes of an escape."""
        parts = codes.split(";")
        while parts:
            code = parts.pop(0)
            if code in ("", "0"):
                self.__init__()  # type: ignore[misc]
            elif code == "1":
                self.bold = True
            elif code == "2":
                self.dim = True
            elif code in ("38", "48"):
                colour = "#{:02X}{:02X}{:02X}".format(*map(int, parts[1:4]))
                parts = parts[4:]
                if code == "38":
                    self.front = colour
                else:
                    self.back = colour
            elif code in _NAMED:
                self.front = _NAMED[code]


def shown(command: str, folder: Path) -> str:
    """The output of a command on a terminal."""
    known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    known.update({name: value for name, value in os.environ.items() if "BOOKWORM_L" in name})
    known.update({"LANG": "en_GB.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
                  "HOME": str(folder), "BOOKWORM_STORE": "library.books",
                  "BOOKWORM_PAGER": ""})  # fmt: skip
    shell = f'bookworm() {{ "{sys.executable}" -m bookworm_app "$@"; }}\n{command}\n'
    child = pexpect.spawn("bash", ["-c", shell], env=known, cwd=str(folder), encoding="utf-8",
                          dimensions=(24, _COLUMNS), timeout=600)  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before).replace("\r\n", "\n").rstrip("\n")


def line(text: str, top: int) -> str:
    """Draws a line of a terminal: each run of one style at its column."""
    style, column, made = Style(), 0, []
    for place, part in enumerate(_ESCAPE.split(text)):
        if place % 2:
            style.apply(part)
            continue
        wide = sum(map(sign_width, part))
        if not part:
            continue
        x = round(column * _WIDE, 1)
        if style.back:
            made.append(f'<rect x="{x}" y="{top - 14}" width="{round(wide * _WIDE, 1)}" '
                        f'height="{_HIGH}" fill="{style.back}"/>')  # fmt: skip
        more = ' font-weight="bold"' if style.bold else ""
        more += ' opacity="0.6"' if style.dim else ""
        # Each piece is drawn at its column, because a picture may draw several spaces as one.
        for found in re.finditer(r"\S+(?: \S+)*", part):
            before = column + sum(map(sign_width, part[: found.start()]))
            long = sum(map(sign_width, found[0]))
            made.append(
                f'<text x="{round(before * _WIDE, 1)}" y="{top}" fill="{style.front}"{more} '
                f'textLength="{round(long * _WIDE, 1)}">{escape(found[0])}</text>'
            )
        column += wide
    return "".join(made)


def recorded() -> str:
    """The session as SVG."""
    parts, top, begin = [], 24, 0.5
    with tempfile.TemporaryDirectory() as name:
        readme.prepare(Path(name))
        for command in COMMANDS:
            lines = [f"\x1b[1m$ {command}\x1b[0m", *shown(command, Path(name)).split("\n"), ""]
            shapes = []
            for text in lines:
                shapes.append(line(text, top))
                top += _HIGH
            parts.append(
                f'<g visibility="hidden"><set attributeName="visibility" to="visible" '
                f'begin="{begin}s" fill="freeze"/>{"".join(shapes)}</g>'
            )
            begin += 2
    wide = round(_COLUMNS * _WIDE) + 32
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top + 8}" width="{wide}" '
        f'height="{top + 8}" role="img" aria-label="A session of the command bookworm" '
        'font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" '
        'font-size="14">'
        f'<rect width="{wide}" height="{top + 8}" rx="8" fill="#23272E"/>'
        f'<g transform="translate(16 8)">{"".join(parts)}</g></svg>\n'
    )


if __name__ == "__main__":
    SESSION.write_text(recorded())
