"""What a query selects: its conditions, order and slice, and how the library gets to know them."""

from __future__ import annotations

from ._errors import ArgumentError
from ._kept import Held, Kept, free_query
from ._library import call, call_handle, free_result, library

TYPE_CHECKING = False
if TYPE_CHECKING:
    import weakref
    from typing import Any

    from typing_extensions import Self

    from ._conditions import Step
    from ._kept import Ahead
    from ._lines import Line
    from .transactions import Session

_COPIED = ("_limit", "_line", "_names", "_offset", "_session", "_sort", "_steps")


class Selection:
    """What every query has, and none of what it is asked for."""

    __slots__ = (*_COPIED, "_ahead", "_kept")

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store's books for a query."""
        self._session = session
        self._line: Line | None = None
        self._steps: tuple[Step, ...] = ()
        self._names: tuple[str, ...] = ()
        # None: as the line says, or by title and author.
        self._sort: tuple[str, ...] | None = None
        self._offset = 0
        self._limit: int | None = None
        self._kept = Kept(None, (), None)
        self._ahead: weakref.ref[Ahead] | None = None

    def __repr__(self) -> str:
        parts = [f"find {self._line.text.decode()!r}"] if self._line else []
        parts += [f"where {', '.join(self._names)}"] if self._names else []
        parts += [f"order by {', '.join(self._sort)}"] if self._sort else []
        if self._offset or self._limit is not None:
            end = "" if self._limit is None else self._offset + self._limit
            parts.append(f"[{self._offset or ''}:{end}]")
        return f"<{' '.join(['books', *parts])} of {self._session!r}>"

    def _changed(self, **attributes: Any) -> Self:
        made = type(self).__new__(type(self))
        for name in _COPIED:
            setattr(made, name, attributes.get(name, getattr(self, name)))
        made._ahead = None
        alike = attributes.keys() <= {"_offset", "_limit"}
        made._kept = self._kept if alike else Kept(made._line, made._steps, made._sort)
        return made

    def _prepared(self, fields: int = 0, after: str | None = None, *, sliced: bool = True) -> Held:
        """The query as the library has it, for one use."""
        query = self._kept.begun(after)
        try:
            if fields:
                call(library.bw_query_set_fields, query, fields)
            if sliced and self._offset:
                call(library.bw_query_set_offset, query, self._offset)
            if sliced and self._limit is not None:
                call(library.bw_query_set_limit, query, self._limit)
        except BaseException:
            free_query(query)
            raise
        return Held(query, free_query)

    def _run(self, fields: int, after: str | None = None) -> Held:
        with self._prepared(fields, after) as query:
            return Held(call_handle(library.bw_query_run, self._session._use(), query), free_result)

    def _everything(self, verb: str) -> Held:
        self._refuse_slice(verb)
        return self._prepared()

    def _refuse_slice(self, verb: str) -> None:
        if self._offset or self._limit is not None:
            raise ArgumentError(
                f"{verb}() works on all that a query matches, not on a slice of it; slice last"
            )


def position(value: Any) -> int:
    """A place among the books of a query, counted from 0."""
    if not isinstance(value, int):
        raise TypeError(f"positions of a query are ints, not {type(value).__name__}")
    if value < 0:
        raise ArgumentError(
            "positions of a query are not negative; reverse the order to count from its end"
        )
    return min(value, 2**62)
