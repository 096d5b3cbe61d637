"""Taking over what was read of a file, and the receipt of it."""

from __future__ import annotations

import datetime
from collections import Counter

from .rows import Mapped, Refusal, Taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store


def take(store: Store, mapped: Mapped) -> dict[str, Any]:
    """Imports the rows, within the transaction of the caller; returns the receipt."""
    import bookworm

    rows = [{"source_id": each.source_id, "raw": each.raw, **each.fields} for each in mapped.taken]
    results = list(store.books.import_from(mapped.source, rows, skip_refused=True))
    # The second of two rows that mean one book of the store is a book of its own.
    again = [
        place
        for place, result in enumerate(results)
        if isinstance(result.error, bookworm.ExistsError)
    ]
    if again:
        second = store.books.import_from(
            mapped.source,
            [rows[place] for place in again],
            identity="source id",
            skip_refused=True,
        )
        for place, result in zip(again, second):
            results[place] = result
    outcomes: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    refused = list(mapped.refused)
    for taken, result in zip(mapped.taken, results):
        outcome = result.outcome
        if result.error is not None:
            field = result.error.field or ""
            refused.append(Refusal(taken.row, field, str(result.error)))
            continue
        if outcome in ("created", "merged", "updated") and result.book_id is not None:
            _add_readings(store, result.book_id, taken)
        outcomes[outcome] += 1
        changed.update(result.changed)
        kept.update(result.kept)
    return {
        "rows": len(mapped.taken) + len(mapped.refused),
        "created": outcomes["created"],
        "merged": outcomes["merged"],
        "changed": outcomes["updated"],
        "changed_fields": dict(sorted(changed.items())),
        "kept_fields": dict(sorted(kept.items())),
        "same": outcomes["unchanged"],
        "deleted": outcomes["deleted"],
        "refused": [
            {"row": each.row, "column": each.column, "why": each.why}
            for each in sorted(refused, key=lambda each: each.row)
        ],
        "rounded": [{"row": row, "rating": rating} for row, rating in mapped.rounded],
        "unclear": mapped.unclear,
        "shelves": {
            name: {"books": count, "taken_as": what}
            for name, (count, what) in sorted(mapped.shelves.items())
        },
        "without_a_home": mapped.homeless,
    }


def _add_readings(store: Store, book: int, taken: Taken) -> None:
    """Adds the earlier readings that the book has not yet."""
    if not taken.readings:
        return
    readings = store.books[book].readings
    there = Counter((each.started, each.finished) for each in readings)
    # The one that the row's own dates are is there already, also where it has none.
    no_dates = (taken.fields.get("started"), taken.fields.get("finished")) == (None, None)
    if no_dates and there[(None, None)]:
        there[(None, None)] -= 1
    for each in sorted(taken.readings, key=lambda one: one.finished or datetime.date.min):
        if there[(each.started, each.finished)]:
            there[(each.started, each.finished)] -= 1
            continue
        readings.add("completed", started=each.started, finished=each.finished)


def text(receipt: dict[str, Any], *, rehearsed: bool) -> str:
    """The receipt for a person."""
    lines = [
        f"{receipt['file']}: {receipt['format']}, {receipt['rows']:,} rows"
        + ("; nothing was kept" if rehearsed else "")
    ]

    def line(label: str, value: str) -> None:
        lines.append(f"  {label:<10} {value}")

    for name in ("created", "merged", "changed", "same", "deleted"):
        if receipt[name]:
            fields = receipt["changed_fields"] if name == "changed" else {}
            line(name, f"{receipt[name]:,}" + (f" ({_counts(fields)})" if fields else ""))
    if receipt["kept_fields"]:
        line("kept", f"your own values: {_counts(receipt['kept_fields'])}")
    for name, shelf in receipt["shelves"].items():
        line("shelf", f"{name}: {shelf['books']:,}, taken as {shelf['taken_as']}")
    if receipt["rounded"]:
        line("rounded", f"{len(receipt['rounded']):,} ratings between two whole ones")
    for what, count in receipt["unclear"].items():
        line("unclear", f"{what}: {count:,}")
    if receipt["without_a_home"]:
        line("kept raw", f"columns without a home: {_counts(receipt['without_a_home'])}")
    if receipt["recoded_lines"]:
        line("recoded", f"{receipt['recoded_lines']:,} lines are cp1252 and not UTF-8")
    for each in receipt["refused"]:
        column = f", {each['column']}" if each["column"] else ""
        line("refused", f"row {each['row']:,}{column}: {each['why']}")
    if receipt["refused_file"]:
        line("", f"mend them in {receipt['refused_file']}, and import that")
    return "\n".join(lines) + "\n"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())
