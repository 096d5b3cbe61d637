"""Completions of a search line, shown while a person types into a search box."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import ArgumentError
from ._native.library import call_handle, library
from ._native.modules import LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from ._native.values import int64, typed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import languages
    from .languages import Language
    from .session import Session
else:
    languages = LazyModule("languages")

_KINDS = {
    c.BW_COMPLETION_KEY: "key",
    c.BW_COMPLETION_OPERATOR: "operator",
    c.BW_COMPLETION_VALUE: "value",
    c.BW_COMPLETION_SHELF: "shelf",
}


class Completion(NamedTuple):
    """A completion of a search line at a cursor position.

    Attributes:
        kind: "key", "operator", "value" or "shelf".
        key: The completed key, or that of the operator or value, such as "genre"; None for a
            shelf.
        text: The replacement of line[start:end], in quotes if necessary.
        label: The text to show to a person, in the requested language.
        start: Where the replaced part of the line begins.
        end: Where it ends.
        books: The number of books with the value or on the shelf; None for keys and operators.
        line: The whole line with the completion in it.
    """

    kind: str
    key: str | None
    text: str
    label: str
    start: int
    end: int
    books: int | None
    line: str

    @property
    def place(self) -> int:
        """The position for the cursor in `line`: after the text."""
        return self.start + len(self.text)


def complete(
    session: Session, line: str, place: int | None, language: Language | str, limit: int
) -> list[Completion]:
    """The completions at a cursor position, the best first."""
    encoded = typed_text(line, "line")
    end = -1
    if place is not None:
        place = int64(place, "place")
        if not 0 <= place <= len(line):
            raise ArgumentError(
                f"place must be 0 to {len(line)}, the line's length, not {place}", field="place"
            )
        end = len(line[:place].encode())

    def made(row: Any) -> Completion:
        first, last = (len(encoded[:byte].decode()) for byte in (row.start, row.end))
        new = string(row.text)
        return Completion(
            _KINDS[row.kind],
            optional_string(row.key),
            new,
            string(row.label),
            first,
            last,
            None if row.count < 0 else row.count,
            line[:first] + new + line[last:],
        )

    number, most = languages.language_number(language), int64(limit, "limit")
    function = library.bw_store_list_completions
    return freed(
        call_handle(function, session._use(), encoded, len(encoded), end, number, most),
        lambda result: read_rows(result, c.bw_completion, library.bw_result_get_completion, made),
    )


publish(Completion)
