"""The receipt of an import for a person: as text, as an HTML file, and in parts for a page."""

from __future__ import annotations

from .. import language
from ..sentences import counted, number, sentence, shown
from ..tables import cut, one_line, padded, width
from .rows import OfRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The number of remarks that are shown to a person.
MOST_REMARKS = 20


def text(receipt: dict[str, Any], *, rehearsed: bool) -> str:
    """Returns the lines of a receipt."""
    lines = [f"{receipt['file']}: {_about(receipt, rehearsed=rehearsed)}"]
    pairs = [(outcome(each), detail(each)) for each in listed(receipt)]
    pairs += _lines(receipt)
    left = max(10, *(width(label) for label, _ in pairs)) if pairs else 0
    lines += [f"  {padded(label, left)} {value}" for label, value in pairs]
    return "\n".join(lines) + "\n"


def _about(receipt: dict[str, Any], *, rehearsed: bool) -> str:
    about = f"{receipt['format']}, {counted(receipt['rows'], 'row')}"
    return about + (f"; {sentence('dry run: nothing was written')}" if rehearsed else "")


_OUTCOMES = {
    "created": "new",
    "merged": "fills gaps",
    "updated": "changes",
    "unchanged": "the same",
    "deleted": "deleted",
}


def listed(receipt: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the rows of a rehearsal that would do something, or differ."""
    details = receipt.get("details", ())
    return [each for each in details if each["outcome"] != "unchanged" or each["differs"]]


def outcome(row: dict[str, Any]) -> str:
    """Names the outcome of a row."""
    return sentence(_OUTCOMES[row["outcome"]])


def detail(row: dict[str, Any]) -> str:
    """Describes the outcome of a row."""
    return "; ".join([one_line(f"{row['title']}, {row['author']}"), *fields_of(row)])


def fields_of(row: dict[str, Any]) -> list[str]:
    """Names the fields that a row fills, and those that keep the value of the book."""
    parts = []
    if row["fills"]:
        parts.append(", ".join(map(language.field, row["fills"])))
    if row["differs"]:
        differs = ", ".join(map(language.field, row["differs"]))
        parts.append(sentence("already has another value: {fields}", fields=differs))
    return parts


def html(receipts: list[dict[str, Any]]) -> str:
    """Returns the receipts as an HTML file that needs no other."""
    from html import escape

    from ..documents import document

    parts = []
    for receipt in receipts:
        rows = [*_lines(receipt)]
        body = "".join(
            f'<tr><th scope="row">{escape(label)}</th><td>{escape(value)}</td></tr>\n'
            for label, value in rows
        )
        caption = _about(receipt, rehearsed=bool(receipt.get("dry_run")))
        parts.append(
            f"<section>\n<h2>{escape(str(receipt['file']))}</h2>\n"
            f"<table><caption>{escape(caption)}</caption>\n{body}</table>\n"
        )
        if receipt.get("details"):
            listed = "".join(
                f"<tr><td>{each['row']}</td><td>{escape(outcome(each))}</td>"
                f"<td>{escape(detail(each))}</td></tr>\n"
                for each in receipt["details"]
            )
            title = escape(sentence("Each row"))
            parts.append(f"<details><summary>{title}</summary><table>{listed}</table></details>\n")
        parts.append("</section>\n")
    return document(sentence("Import"), "".join(parts))


def _lines(receipt: dict[str, Any]) -> list[tuple[str, str]]:
    made = []
    for label, count, fields in numbers(receipt):
        made.append((label, f"{count}: {fields}" if fields else count))
    made += remarks(receipt)
    label = sentence("refused")
    for place, column, why in refusals(receipt):
        made.append((label, f"{place}{', ' if column else ''}{column}: {why}"))
    if receipt.get("refused_file"):
        them = "it" if len(receipt["refused"]) == 1 else "them"
        said = f"correct {them} in {{path}} and import that file"
        made.append(("", sentence(said, path=receipt["refused_file"])))
    return made


def numbers(receipt: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Returns the counts of a receipt with their labels, and how many books had which changes."""
    made = []
    for name, label in _COUNTS.items():
        if receipt.get(name):
            fields = receipt.get("changed_fields", {}) if name == "changed" else {}
            made.append((sentence(label), number(receipt[name]), _counts(fields)))
    return made


def remarks(receipt: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns the remarks of a receipt on the whole file, each with a label."""
    made: list[tuple[str, str]] = []

    def add(label: str, said: str, **values: object) -> None:
        made.append((sentence(label), sentence(said, **values)))

    if receipt.get("kept_fields"):
        said = "the book already had another value: {fields}"
        add("kept", said, fields=_counts(receipt["kept_fields"]))
    for name, shelf in receipt.get("shelves", {}).items():
        said = "{shelf}: {count}, imported as {what}"
        add("shelf", said, shelf=name, count=number(shelf["books"]), what=shelf["taken_as"])
    if receipt.get("rounded"):
        ratings = counted(len(receipt["rounded"]), "rating")
        add("rounded", "{ratings} between two quarters of a star", ratings=ratings)
    for name, label in (("unclear", "unclear"), ("passed", "left out")):
        for what, count in receipt.get(name, {}).items():
            amount = "" if isinstance(what, OfRow) else f" ({number(count)})"
            add(label, "{value}", value=f"{shown(what)}{amount}")
    for name, count in receipt.get("reduced", {}).items():
        said = "{column} ({count}): a part has no field and is kept raw, as for {title}: {cell}"
        such = receipt["reduced_examples"][name]
        cell = cut(one_line(such["cell"]), 60)
        add("in part", said, column=name, count=number(count), title=such["title"], cell=cell)
    if receipt.get("without_a_home"):
        columns = counts(receipt["without_a_home"])
        add("kept raw", "no field for: {columns}", columns=columns)
    found = receipt.get("remarks", ())
    for remark in found[:MOST_REMARKS]:
        add("note", "{value}", value=remark)
    if len(found) > MOST_REMARKS:
        count = number(len(found) - MOST_REMARKS)
        add("note", "{count} more notes: the command lists all with --json", count=count)
    return made


def refusals(receipt: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Returns the rows that were refused: each with its place, the column, and why."""
    made = []
    for each in receipt["refused"]:
        has_line = each["line"] is not None
        place = number(each["line"]) if has_line else str(each["row"])
        said = sentence("line {number}" if has_line else "row {number}", number=place)
        made.append((said, each["column"], shown(each["why"])))
    return made


_COUNTS = {
    "created": "created",
    "merged": "merged",
    "changed": "changed",
    "same": "the same",
    "deleted": "deleted",
    "covers": "covers",
    "books": "books",
    "quotes": "quotes",
    "grown": "longer now",
    "shorter": "repeated",
    "inserted": "new rows",
    "updated": "updated",
    "conflicts": "differ",
}


def counts(by_name: dict[str, int]) -> str:
    """Counts with their names."""
    return ", ".join(f"{shown(name)} ({number(count)})" for name, count in by_name.items())


def _counts(fields: dict[str, int]) -> str:
    return counts({language.field(name): count for name, count in fields.items()})
