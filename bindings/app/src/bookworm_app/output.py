"""The forms for programs: JSON, one JSON object per line, CSV, and a template of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from . import terminal
from .errors import did_you_mean, there_are, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Row = Mapping[str, "Any"]


#: The types that JSON has.
_SAME = (str, int, float, bool, type(None))


def plain(value: Any) -> Any:
    """Converts a value for JSON: dates and instants in ISO 8601, a price's amount as a text."""
    if type(value) in _SAME:
        return value
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (dict, Mapping)):
        return {key: plain(each) for key, each in value.items()}
    if hasattr(value, "_asdict"):
        if hasattr(value, "decimal"):
            return {"amount": str(value.decimal), "currency": value.currency}
        return plain(value._asdict())
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(each) for each in value]
    if hasattr(value, "astimezone"):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return str(value)


def flat(value: Any) -> str:
    """Returns a value as a cell of CSV, or in a text."""
    known = _FLAT.get(type(value))
    if known is not None:
        return known(value)
    if hasattr(value, "decimal"):
        return str(value)
    if hasattr(value, "role"):
        return f"{value.name} ({value.role})"
    if hasattr(value, "scheme"):
        return f"{value.scheme}:{value.value}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(flat, value))
    if hasattr(value, "isoformat") and not hasattr(value, "astimezone"):
        _FLAT[type(value)] = type(value).isoformat
    made = plain(value)
    return made if isinstance(made, str) else str(made)


#: The function that converts the values of a type. Those for dates are added when they occur.
_FLAT: dict[type, Callable[[Any], str]] = {
    str: str,
    int: str,
    float: lambda value: f"{value:g}",
    bool: lambda value: "yes" if value else "no",
    type(None): lambda _: "",
}


def as_json(rows: Iterable[Row]) -> None:
    """Writes one array with one object per line, so it can be read line by line."""
    import json

    first = True
    for row in rows:
        sys.stdout.write("[\n" if first else ",\n")
        sys.stdout.write(json.dumps(plain(row), ensure_ascii=False))
        first = False
    sys.stdout.write("[]\n" if first else "\n]\n")


def document(value: Any) -> None:
    """Writes one value as JSON of several lines."""
    import json

    terminal.exact()
    print(json.dumps(value, ensure_ascii=False, indent=2))


def as_lines(rows: Iterable[Row]) -> None:
    """Writes one JSON object per line."""
    import json

    for row in rows:
        sys.stdout.write(json.dumps(plain(row), ensure_ascii=False) + "\n")


class Columns:
    """Rows as a list of values for each field: CSV is written several times faster from them."""

    def __init__(self, **lists: Sequence[Any]) -> None:
        """Takes lists of equal length."""
        self.lists = lists

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, a dict each."""
        return (dict(zip(self.lists, row)) for row in zip(*self.lists.values()))


def as_csv(names: Sequence[str], rows: Iterable[Row]) -> None:
    """Writes CSV with a line of titles."""
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    if isinstance(rows, Columns):
        writer.writerows(zip(*(_column(rows.lists[name]) for name in names)))
    else:
        writer.writerows(_cells(map(row.get, names)) for row in rows)


#: The writer itself writes these as flat() does.
_READY = {str, int, type(None)}


def _cells(values: Iterable[Any]) -> list[Any]:
    return [
        each if (kind := type(each)) in _READY else _FLAT.get(kind, flat)(each) for each in values
    ]


def _column(values: Sequence[Any]) -> Sequence[Any]:
    kinds = set(map(type, values)) - _READY
    if not kinds:
        return values
    if all(hasattr(kind, "isoformat") for kind in kinds):
        # Many rows have the same day.
        texts = {each: flat(each) for each in set(values)}
        return [texts[each] for each in values]
    return _cells(values)


def format_names(template: str) -> list[str]:
    """Returns the fields that a text such as "{title} ({year})" names."""
    import string

    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as error:
        usage("--format is not a template: {why}.", "An example: '{title} ({year})'", why=error)
    return [name for _, name, _, _ in parts if name is not None]


def as_text(template: str, names: Sequence[str], rows: Iterable[Row]) -> None:
    """Writes a line for each row, from a text with fields in braces."""
    for wanted in format_names(template):
        if wanted not in names:
            usage(
                "--format names {wanted!r}, which is not a field.",
                did_you_mean(wanted, names) or there_are(names),
                wanted=wanted,
            )
    ready = template.replace("\\n", "\n").replace("\\t", "\t")

    class Cells(dict):  # type: ignore[type-arg]
        def __missing__(self, name: str) -> str:
            return ""

    for row in rows:
        cells = Cells({name: _Cell(row[name]) for name in row})
        try:
            sys.stdout.write(ready.format_map(cells) + "\n")
        except (ValueError, AttributeError, IndexError, KeyError) as error:
            usage("--format cannot be used: {why}.", "An example: '{title:40} {rating}'", why=error)


class _Cell:
    """A value that is formatted as a number if it is one, otherwise as text."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        value = self._value
        if spec and isinstance(value, (int, float)) and not isinstance(value, bool):
            return format(value, spec)
        return format(flat(value), spec)


FORMS = ("json", "nl", "csv")


def for_program(
    form: str | None,
    template: str | None,
    names: Sequence[str],
    rows: Callable[[], Iterable[Row]],
    wanted: str | None = None,
) -> bool:
    """Writes rows in the requested form. Returns False if none was requested.

    names   the fields of the rows
    wanted  the fields of --fields, which are written in place of all
    """
    if wanted and template is None:
        from . import fields

        if form is None:
            usage("--fields needs --json, --nl or --csv here.")
        names = fields.chosen(wanted, names, names)
    if form or template is not None:
        terminal.exact()
    if template is not None:
        as_text(template, names, rows())
    elif form == "json":
        as_json(_only(names, rows()))
    elif form == "nl":
        as_lines(_only(names, rows()))
    elif form == "csv":
        as_csv(names, rows())
    else:
        return False
    sys.stdout.flush()
    return True


def _only(names: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        yield {name: row.get(name) for name in names}
