"""Search lines with one condition more or less, for links that narrow a list or widen it again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bookworm import Condition, Store


def quoted(value: str) -> str:
    """Writes a text as a value of a condition."""
    doubled = " ".join(value.split()).replace('"', '""')
    return f'"{doubled}"'


class Line:
    """A search line, parsed by the library: the conditions of its alternatives, and the rest.

    Conditions are given as text, such as `rating:5`, `genre:"Science Fiction"`, `-finished:none`.

    text  the line as it was given
    """

    def __init__(self, store: Store, text: str) -> None:
        """Raises InvalidError if it is not a search line."""
        self.text = text
        self._store = store
        self._alternatives: list[list[Condition]] = [[]]
        query = store.books.find(text)
        for each in query.conditions:
            if each.alternative == len(self._alternatives):
                self._alternatives.append([])
            self._alternatives[-1].append(each)
        conditions = " OR ".join(map(_joined, self._alternatives))
        # The order and the limit.
        self._rest = query.line[len(conditions) :].strip()

    def has(self, condition: str) -> bool:
        """Whether each alternative has a condition."""
        return all(_among(condition, some) for some in self._alternatives)

    def narrowed(self, *conditions: str) -> str:
        """Returns the line with more conditions, in each of its alternatives.

        If the line may have a condition only once, a range becomes the part that both have, and any
        other condition is replaced.
        """
        return self._of_each(lambda some: self._more(some, conditions))

    def widened(self, condition: str) -> str:
        """Returns the line without a condition."""
        return self._of_each(
            lambda some: _joined(each for each in some if not _is(each, condition))
        )

    def _more(self, some: list[Condition], conditions: tuple[str, ...]) -> str:
        texts = [each.text for each in some]
        for condition in conditions:
            if _among(condition, some):
                continue
            key = condition.partition(":")[0]
            same = [each for each in some if each.key == key and not each.negated]
            if same and not self._is_line([*texts, condition]):
                texts = [each for each in texts if each not in {it.text for it in same}]
                condition = _within(same, condition)
            texts.append(condition)
        return " ".join(texts)

    def _is_line(self, texts: list[str]) -> bool:
        from bookworm import InvalidError

        try:
            self._store.books.find(" ".join(texts))
        except InvalidError:
            return False
        return True

    def _of_each(self, change: Callable[[list[Condition]], str]) -> str:
        changed = [change(each) for each in self._alternatives]
        # An alternative without conditions finds every book, so the whole line does too.
        found = " OR ".join(changed) if all(changed) else ""
        return " ".join(filter(None, (found, self._rest)))


#: The keys with ranges of numbers and days.
_RANGES = ("year", "edition", "pages", "created", "started", "finished")


def _within(same: list[Condition], condition: str) -> str:
    """Intersects a condition's range with those of the same key, if all are ranges."""
    key, _, value = condition.partition(":")
    ranges = [_ends(":", value), *(_ends(each.comparison, each.value) for each in same)]
    known = [each for each in ranges if each is not None]
    if key not in _RANGES or len(known) < len(ranges):
        return condition
    low = max((low for low, _ in known if low), key=lambda each: _place(each, "-00-00"))
    high = min((high for _, high in known if high), key=lambda each: _place(each, "-99-99"))
    if _place(low, "-00-00") > _place(high, "-99-99"):
        return condition
    return f"{key}:{low}" if low == high else f"{key}:{low}..{high}"


def _ends(comparison: str | None, value: str) -> tuple[str, str] | None:
    """Returns the first and the last value of a range, "" for an open end; None for others."""
    if comparison in (":", "="):
        low, dots, high = value.partition("..")
        return (low, high) if dots else (value, value)
    return {">=": (value, ""), "<=": ("", value)}.get(comparison or "")


def _place(value: str, rest: str) -> tuple[int, ...]:
    """Returns a number; or the first or last day, by `rest`, of a day, a month or a year."""
    if value.startswith("-") or ("-" not in value and len(value) != 4):
        return (int(value),)
    day = value + rest[len(value) - 4 :]
    return tuple(map(int, day.split("-")))


def _joined(conditions: Iterable[Condition]) -> str:
    return " ".join(each.text for each in conditions)


def _among(condition: str, some: list[Condition]) -> bool:
    return any(_is(each, condition) for each in some)


def _is(each: Condition, condition: str) -> bool:
    """Whether they are the same. The library leaves out quotes that a value can do without."""
    key, _, value = condition.partition(":")
    if value.startswith('"'):
        value = value[1:-1].replace('""', '"')
    minus = "-" if each.negated else ""
    return (f"{minus}{each.key}", each.comparison, each.value) == (key, ":", value)
