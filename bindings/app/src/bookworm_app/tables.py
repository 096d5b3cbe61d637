"""Tables of text in the width of a terminal, with wide and combining characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import namedtuple

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_GAP = 2


if TYPE_CHECKING:

    class Column(NamedTuple):
        """A column of a table.

        title  the heading of the column
        right  whether it is aligned to the right, as numbers are
        least  the width below which it is not cut
        """

        title: str
        right: bool = False
        least: int = 0

else:
    # typing.NamedTuple alone would cost a listing some milliseconds.
    Column = namedtuple("Column", "title right least", defaults=(False, 0))


def one_line(text: str) -> str:
    """Returns a text for a cell, without line ends and controls, which could move the cursor."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(sign) for sign in text)


def _shown(sign: str) -> str:
    if sign.isprintable():
        return sign
    category = unicodedata.category(sign)
    # Joiners combine characters into one. Other format characters can change a text's direction.
    if sign in "\u200c\u200d":
        return sign
    return "" if category == "Cf" else " "


def sign_width(sign: str) -> int:
    """Returns how many columns a character takes."""
    if sign < "\u0300":
        return 1
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= sign <= "\u11ff":  # the vowels and finals of Hangul, which join the initial
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def width(text: str) -> int:
    """Returns the width of a text in columns; escapes for colours have no width."""
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(map(sign_width, text))


def cut(text: str, columns: int) -> str:
    """Cuts a text to some columns, with an ellipsis, and ends its colours."""
    if width(text) <= columns:
        return text
    if columns <= 0:
        return ""
    parts, left, coloured = [], columns - 1, False
    for place, part in enumerate(re.split(r"(\x1b\[[0-9;]*m)", text)):
        if place % 2:
            parts.append(part)
            coloured = part != "\x1b[0m"
            continue
        for sign in part:
            wide = sign_width(sign)
            if wide > left:
                return "".join(parts).rstrip() + "…" + ("\x1b[0m" if coloured else "")
            parts.append(sign)
            left -= wide
    return "".join(parts)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Returns a text filled up with spaces to some columns."""
    missing = " " * max(columns - width(text), 0)
    return missing + text if right else text + missing


def widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], limit: int) -> list[int]:
    """Returns the widths of the columns on a line; leaves out the last ones if they do not fit."""
    wanted = [
        max([width(column.title), *(width(row[place]) for row in rows)])
        for place, column in enumerate(columns)
    ]
    least = [
        min(want, column.least) if column.least else want for want, column in zip(wanted, columns)
    ]
    # If the line is at most two characters too long, its end is cut off instead.
    while len(wanted) > 2 and sum(least) + _GAP * (len(least) - 1) > limit + 2:
        del wanted[-1], least[-1]
    room = limit - _GAP * (len(wanted) - 1)
    if sum(wanted) <= room:
        return wanted
    # The widest columns that may be cut are shortened, down to the same width.
    made = list(wanted)
    while sum(made) > room:
        open_ones = [place for place in range(len(made)) if made[place] > least[place]]
        if not open_ones:
            break
        widest = max(open_ones, key=lambda place: made[place])
        others = [made[place] for place in open_ones if made[place] < made[widest]]
        floor = max([least[widest], *others, made[widest] - (sum(made) - room)])
        made[widest] = min(floor, made[widest] - 1)
    return made


def table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], limit: int, *, titles: bool = True
) -> str:
    """Returns the lines of a table, each with a line end and none wider than the limit."""
    from .sentences import sentence
    from .terminal import dim

    columns = [column._replace(title=sentence(column.title)) for column in columns]
    wide = widths(columns, rows, limit)
    lines = []
    head = [[column.title for column in columns]] if titles else []
    for number, row in enumerate([*head, *rows]):
        cells = []
        for place, (column, cell) in enumerate(zip(columns[: len(wide)], row)):
            text = cut(cell, wide[place])
            last = place == len(wide) - 1
            shown = (
                text if last and not column.right else padded(text, wide[place], right=column.right)
            )
            cells.append(shown)
        line = cut((" " * _GAP).join(cells).rstrip(), limit)
        lines.append(dim(line) if titles and number == 0 else line)
    return "".join(f"{line}\n" for line in lines)


def listed(parts: Sequence[str], columns: int, between: str = " ") -> str:
    """Returns parts on as many lines as they need; no part is broken."""
    lines = [""]
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        piece = part if last else part + between.rstrip()
        joined = f"{lines[-1]} {piece}" if lines[-1] else piece
        if width(joined) <= columns or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(piece)
    return "\n".join(lines)


def wrapped(text: str, columns: int, indent: str = "") -> str:
    """Breaks a text into lines of some columns, and keeps its paragraphs."""
    room = max(columns - width(indent), 10)
    lines: list[str] = []
    for paragraph in text.splitlines():
        line, used = "", 0
        for word in one_line(paragraph).split(" "):
            wide = width(word)
            if used and used + 1 + wide > room:
                lines.append(line)
                line, used = "", 0
            while wide > room:
                taken, left = _head(word, room)
                lines.append(taken)
                word, wide = left, width(left)
            line, used = (f"{line} {word}", used + 1 + wide) if used else (word, wide)
        lines.append(line)
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def _head(word: str, room: int) -> tuple[str, str]:
    used = 0
    for place, sign in enumerate(word):
        used += sign_width(sign)
        if used > room:
            return word[:place], word[place:]
    return word, ""
