"""Search lines with one condition more or less, for links that narrow a list or widen it again."""

from __future__ import annotations

import re
from collections.abc import Callable

#: What may be given more than once, each time as one more condition; others replace each other.
_REPEATED = frozenset(
    ("title", "author", "series", "subtitle", "publisher", "format", "language", "synopsis",
     "review", "notes", "quote", "isbn", "identifier", "genre", "translator", "editor",
     "illustrator", "narrator", "introduction", "person")
)  # fmt: skip
_OF_THE_WHOLE = ("sort", "limit")
_CONDITION = re.compile(r"([^\W\d]\w*)(?::|[<>]=?|[=≤≥])")
_OPENING = {'"': '"', "“": "”", "„": "“”"}


def parts(line: str) -> list[str]:
    """The parts of a line as they are written; a quoted text stays whole."""
    made, part, closing = [], "", ""
    for sign in line:
        if closing:
            # Two quotes inside a quoted text mean one quote.
            if sign in closing:
                closing = ""
        elif sign in _OPENING and (not part or part[-1] in '-–:=<>≤≥,"'):
            closing = _OPENING[sign]
        elif sign.isspace():
            if part:
                made.append(part)
            part = ""
            continue
        part += sign
    return [*made, part] if part else made


def quoted(value: str) -> str:
    """A text as a value of a condition."""
    doubled = " ".join(value.split()).replace('"', '""')
    return f'"{doubled}"'


def narrowed(line: str, condition: str) -> str:
    """The line with a condition, in each of its alternatives.

    A condition that may be given once replaces the wider one of the line.
    """
    key = _key(condition)

    def more(alternative: list[str]) -> list[str]:
        is_kept = not key or key in _REPEATED
        kept = [each for each in alternative if is_kept or _key(each) != key]
        return kept if condition in kept else [*kept, condition]

    return _of_each(line, more)


def widened(line: str, condition: str) -> str:
    """The line without a condition."""
    return _of_each(line, lambda alternative: [each for each in alternative if each != condition])


def has(line: str, condition: str) -> bool:
    """Whether each alternative of a line has a condition."""
    return all(condition in alternative for alternative in _alternatives(parts(line)))


def _key(part: str) -> str:
    found = _CONDITION.match(part)
    return found[1].lower() if found else ""


def _alternatives(given: list[str]) -> list[list[str]]:
    made: list[list[str]] = [[]]
    for part in given:
        if part in ("OR", "|"):
            made.append([])
        else:
            made[-1].append(part)
    return made


def _of_each(line: str, change: Callable[[list[str]], list[str]]) -> str:
    given = parts(line)
    whole = [each for each in given if _key(each) in _OF_THE_WHOLE]
    of_alternatives = [each for each in given if _key(each) not in _OF_THE_WHOLE]
    changed = [" ".join(change(each)) for each in _alternatives(of_alternatives)]
    # An alternative without conditions finds every book, and so does the line then.
    return " ".join([*([" OR ".join(changed)] if all(changed) else []), *whole])
