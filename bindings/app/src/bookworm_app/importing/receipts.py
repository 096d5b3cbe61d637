"""The receipt of an import for a person: as text, and as an HTML file."""

from __future__ import annotations

from .. import language
from ..sentences import counted, sentence, shown
from ..tables import one_line, padded, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def text(receipt: dict[str, Any], *, rehearsed: bool) -> str:
    """The lines of a receipt."""
    lines = [f"{receipt['file']}: {_about(receipt, rehearsed=rehearsed)}"]
    pairs = [(sentence(_OUTCOMES[each["outcome"]]), detail(each)) for each in _listed(receipt)]
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


def _listed(receipt: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a rehearsal that would do something, or differ."""
    details = receipt.get("details", ())
    return [each for each in details if each["outcome"] != "unchanged" or each["differs"]]


def _field(name: str) -> str:
    """A field as commands take it; in another language its label."""
    return name if language.code() == "en" else language.field(name)


def detail(row: dict[str, Any]) -> str:
    """Describes the outcome of a row."""
    parts = [one_line(f"{row['title']}, {row['author']}")]
    if row["fills"]:
        parts.append(", ".join(map(_field, row["fills"])))
    if row["differs"]:
        differs = ", ".join(map(_field, row["differs"]))
        parts.append(sentence("yours stays: {fields}", fields=differs))
    return "; ".join(parts)


def html(receipts: list[dict[str, Any]]) -> str:
    """The receipts as an HTML file that needs no other."""
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
                f"<tr><td>{each['row']}</td><td>{escape(sentence(_OUTCOMES[each['outcome']]))}</td>"
                f"<td>{escape(detail(each))}</td></tr>\n"
                for each in receipt["details"]
            )
            title = escape(sentence("Each row"))
            parts.append(f"<details><summary>{title}</summary><table>{listed}</table></details>\n")
        parts.append("</section>\n")
    return document(sentence("Import"), "".join(parts))


def _lines(receipt: dict[str, Any]) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = []

    def add(label: str, said: str = "{value}", **values: object) -> None:
        made.append((sentence(label) if label else "", sentence(said, **values)))

    for name in _COUNTS:
        if receipt.get(name):
            fields = receipt.get("changed_fields", {}) if name == "changed" else {}
            more = f": {_counts(fields)}" if fields else ""
            add(_COUNTS[name], value=f"{receipt[name]:,}{more}")
    if receipt.get("kept_fields"):
        add("kept", "your own values: {fields}", fields=_counts(receipt["kept_fields"]))
    for name, shelf in receipt.get("shelves", {}).items():
        said = "{shelf}: {count}, imported as {what}"
        add("shelf", said, shelf=name, count=f"{shelf['books']:,}", what=shelf["taken_as"])
    if receipt.get("rounded"):
        ratings = counted(len(receipt["rounded"]), "rating")
        add("rounded", "{ratings} between two quarters of a star", ratings=ratings)
    for name, label in (("unclear", "unclear"), ("passed", "left out")):
        for what, count in receipt.get(name, {}).items():
            add(label, value=f"{shown(what)}: {count:,}")
    if receipt.get("reduced"):
        add("in part", "the rest is kept raw: {columns}", columns=counts(receipt["reduced"]))
    if receipt.get("without_a_home"):
        label = "kept raw" if "kept_fields" in receipt else "not kept"
        columns = counts(receipt["without_a_home"])
        add(label, "no field for: {columns}", columns=columns)
    for remark in receipt.get("remarks", ()):
        add("note", value=shown(remark))
    for each in receipt["refused"]:
        column = f", {each['column']}" if each["column"] else ""
        place = "row {number}" if each["line"] is None else "line {number}"
        number = f"{each['row'] if each['line'] is None else each['line']:,}"
        place = sentence(place, number=number)
        add("refused", value=f"{place}{column}: {shown(each['why'])}")
    if receipt.get("refused_file"):
        them = "it" if len(receipt["refused"]) == 1 else "them"
        add("", f"correct {them} in {{path}} and import that file", path=receipt["refused_file"])
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
    return ", ".join(f"{shown(name)} ({count:,})" for name, count in by_name.items())


def _counts(fields: dict[str, int]) -> str:
    return counts({_field(name): count for name, count in fields.items()})
