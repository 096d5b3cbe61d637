"""Imports the rows that were read from a file, and creates the receipt."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
import uuid
from collections import Counter

from ..sentences import Said, Wrong
from .covers import Covers
from .files import damage
from .joining import join
from .quoting import add
from .readers.own import FORMAT
from .rows import Mapped, Reading, Refusal, Table, Taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bookworm import Store

#: How the store finds the book of a row that it does not know, from the most ways to the fewest.
_IDENTITIES = ("title and author", "identifiers", "source id")
#: The number of rows in one call. More rows would need more memory and save no time.
_AT_ONCE = 4000


class _Run:
    """An import while it runs: what became of the rows so far."""

    def __init__(self, store: Store, mapped: Mapped, table: Table, *, detailed: bool) -> None:
        self._store, self._mapped, self._detailed = store, mapped, detailed
        self._covers = Covers(store, table.pictures, mapped.unclear)
        self.rows = 0
        self.details: list[dict[str, Any]] = []
        self.outcomes: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        self.kept: Counter[str] = Counter()
        self.refused: list[Refusal] = []
        self.covers = 0
        self.marks: Counter[str] = Counter()
        self.new: set[int] = set()
        self.remarks: list[str] = []
        self._seen: set[tuple[str, ...]] = set()
        # The ids of our own CSV are global ids.
        self._is_own = mapped.source == FORMAT.source

    def take(self, several: list[Taken]) -> None:
        """Imports some rows.

        If two rows are alike, the second is a different book, unless its id is known. The store
        sees only some of the rows at once, and would otherwise apply the second row to the first
        row's book. If only the titles and authors are alike, as for two editions, the second row's
        ISBN may identify its book.
        """
        self.rows += len(several)
        groups: dict[str, list[Taken]] = {name: [] for name in _IDENTITIES}
        for each in several:
            groups[self._identity(each)].append(each)
        left: list[Taken] = []
        for identity in _IDENTITIES:
            left = self._import([*groups[identity], *left], identity)

    def _identity(self, taken: Taken) -> str:
        fields = taken.fields
        names: tuple[str, ...] = (_folded(fields["title"]), _folded(fields["author"]))
        keys = {tuple(map(str, pair)) for pair in fields.get("identifiers") or ()}
        by_name, by_key = names not in self._seen, self._seen.isdisjoint(keys)
        self._seen.add(names)
        self._seen |= keys
        return _IDENTITIES[0 if by_name and by_key else 1 if by_key else 2]

    def _import(self, several: list[Taken], identity: str) -> list[Taken]:
        """Imports rows. Returns the rows that were refused because another row has their book."""
        import bookworm

        left: list[Taken] = []
        if not several:
            return left
        names = list(
            dict.fromkeys(
                itertools.chain.from_iterable(
                    # Nearly all rows have the same fields.
                    dict.fromkeys(tuple(each.fields) for each in several)
                )
            )
        )
        if all(len(each.fields) == len(names) for each in several):
            columns: Any = {name: [each.fields[name] for each in several] for name in names}
            columns["source_id"] = [each.source_id for each in several]
            columns["raw"] = [each.raw for each in several]
            if self._is_own:
                columns["global_id"] = [_global_id(each.source_id) for each in several]
            results = self._store.books.import_from(
                self._mapped.source, identity=identity, skip_refused=True, **columns
            )
        else:
            # A row may say nothing about a field, which a column cannot express.
            rows: list[dict[str, Any]] = [
                {"source_id": each.source_id, "raw": each.raw, **each.fields} for each in several
            ]
            if self._is_own:
                for row in rows:
                    row["global_id"] = _global_id(row["source_id"])
            results = self._store.books.import_from(
                self._mapped.source, rows, identity=identity, skip_refused=True
            )
        for taken, result in zip(several, results):
            if result.error is None:
                self._count(taken, result)
            elif isinstance(result.error, bookworm.ExistsError) and identity != "source id":
                left.append(taken)
            else:
                fault = result.error.field or "", Wrong(result.error)
                self.refused.append(Refusal(taken.row, [fault]))
        return left

    def _count(self, taken: Taken, result: Any) -> None:
        self._note(taken, result.outcome, result.book_id, result.changed, result.kept)
        if result.outcome in ("created", "merged", "updated"):
            _set_places(self._store, result.book_id, taken.readings)
            _add_quotes(self._store, result.book_id, taken)
            self.changed.update(result.changed)
        if taken.cover and result.outcome != "deleted":
            self.covers += self._covers.give(result.book_id, taken.cover)
        if taken.marks and result.outcome != "deleted":
            self._mark(result.book_id, taken)
        if result.kept:
            self.kept.update(result.kept)

    def _mark(self, book: int, taken: Taken) -> None:
        """Adds the highlights of a reading program."""
        refused: list[dict[str, Any]] = []
        self.marks.update(add(self._store.books[book], taken.marks, refused))
        for each in refused:
            said = Said("{column}: {why}", column=each["column"], why=each["why"])
            self._mapped.unclear[said] += 1

    def _note(
        self,
        taken: Taken,
        outcome: str,
        book: int | None,
        changed: frozenset[str] = frozenset(),
        kept: frozenset[str] = frozenset(),
    ) -> None:
        self.outcomes[outcome] += 1
        if outcome == "created" and book is not None:
            self.new.add(book)
        if self._detailed:
            self.details.append(
                {
                    "row": taken.row,
                    "outcome": outcome,
                    "id": book,
                    "title": taken.fields["title"],
                    "author": taken.fields["author"],
                    "fills": sorted(changed),
                    "differs": sorted(kept),
                }
            )

    def join(self) -> None:
        """Merges new books into those that came with quotes before."""
        joined, self.remarks = join(self._store, self.new)
        self.outcomes["created"] -= len(joined)
        self.outcomes["merged"] += len(joined)
        for each in self.details:
            if each["id"] in joined:
                each.update(outcome="merged", id=joined[each["id"]])


def _global_id(text: str) -> uuid.UUID | None:
    """Returns the global id of a row; None if somebody has given it another id."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


_SIGNS = re.compile(r"[\W_]+")


@functools.lru_cache(8192)
def _folded(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
    return _SIGNS.sub(" ", text.casefold()).strip()


def take(
    mapped: Mapped,
    table: Table,
    store: Store,
    progress: Callable[[int, int], None] | None = None,
    *,
    detailed: bool = False,
) -> dict[str, Any]:
    """Imports the rows within the caller's transaction, and returns the receipt.

    detailed  the receipt also has the outcome of each row, under "details"
    """
    run = _Run(store, mapped, table, detailed=detailed)
    rows = iter(mapped.taken)
    while several := list(itertools.islice(rows, _AT_ONCE)):
        run.take(several)
        if progress is not None:
            progress(run.rows, len(table.rows))
    run.join()
    refused = sorted([*mapped.refused, *run.refused], key=lambda each: each.row)
    return {
        "rows": run.rows + len(mapped.refused),
        "created": run.outcomes["created"],
        "merged": run.outcomes["merged"],
        "changed": run.outcomes["updated"],
        "changed_fields": dict(sorted(run.changed.items())),
        "kept_fields": dict(sorted(run.kept.items())),
        "same": run.outcomes["unchanged"],
        "deleted": run.outcomes["deleted"],
        "covers": run.covers,
        **({"quotes": run.marks["added"], "grown": run.marks["grown"]} if table.quotes else {}),
        "refused": [_refused(each, table) for each in refused],
        "rounded": [{"row": row, "rating": rating} for row, rating in mapped.rounded],
        "unclear": dict(mapped.unclear),
        "reduced": dict(mapped.reduced),
        "reduced_examples": {
            name: {"title": title, "cell": cell} for name, (title, cell) in mapped.examples.items()
        },
        "shelves": {
            name: {"books": count, "taken_as": what}
            for name, (count, what) in sorted(mapped.shelves.items())
        },
        "without_a_home": dict(mapped.homeless),
        "remarks": [
            *table.remarks,
            *damage(table.recoded, table.mojibake, table.doubtful),
            *run.remarks,
        ],
        **({"details": sorted(run.details, key=lambda each: each["row"])} if detailed else {}),
    }


def _refused(each: Refusal, table: Table) -> dict[str, Any]:
    """Returns a refused row in a receipt, with all its faults."""
    (column, why), *others = each.faults
    return {
        "row": each.row,
        "line": table.lines[each.row - 1] if table.lines else None,
        "column": column,
        "why": functools.reduce(_and, others, why),
    }


def _and(said: str, fault: tuple[str, str]) -> str:
    return Said("{said}; {column}: {why}", said=said, column=fault[0], why=fault[1])


def _set_places(store: Store, book: int, its: list[Reading]) -> None:
    """Sets the page or percentage from the file in readings that have neither in the store."""
    for one in its:
        for each in store.books[book].readings:
            is_same = (each.started, each.finished, each.outcome) == (
                one.started, one.finished, one.outcome
            )  # fmt: skip
            if is_same and each.page is None and each.percent is None:
                if one.page is not None:
                    each.page = one.page
                else:
                    each.percent = one.percent
                break


def _add_quotes(store: Store, book: int, taken: Taken) -> None:
    if taken.quotes:
        quotes = store.books[book].quotes
        there = Counter((each.text, each.page) for each in quotes)
        for text, page in taken.quotes:
            if there[(text, page)]:
                there[(text, page)] -= 1
            else:
                quotes.add(text, page)
