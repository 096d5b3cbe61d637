"""From the columns of a table to rows that the store takes."""

from __future__ import annotations

import datetime
import re

from . import cells
from .formats import GOODREADS, STORYGRAPH, Format
from .rows import Mapped, Reading, Refusal, Table, Taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TEXTS = ("author_sort", "publisher", "format", "language", "series", "subtitle", "synopsis")
_NUMBERS = {"pages": int, "year": int, "edition_year": int, "series_number": float}
_SHELVES = ("read", "currently-reading", "to-read")


class _Refused(Exception):
    def __init__(self, column: str, why: str) -> None:
        super().__init__(why)
        self.column, self.why = column, why


def mapped(table: Table, form: Format) -> Mapped:
    """All rows of a table. Rows with a cell that means nothing are among the refused."""
    made = Mapped(form.source)
    seen: dict[str, int] = {}
    for place, cells_of_row in enumerate(table.rows, 1):
        try:
            taken = _Row(table, form, place, cells_of_row).taken(made)
        except _Refused as refused:
            made.refused.append(Refusal(place, refused.column, refused.why))
            continue
        if "id" not in form.columns.values() or not taken.source_id:
            base = taken.source_id or f"{taken.fields['title']}|{taken.fields['author']}"
            base = base.encode()[:1000].decode("utf-8", "ignore")
            seen[base] = seen.get(base, 0) + 1
            taken.source_id = base if seen[base] == 1 else f"{base}#{seen[base]}"
        made.taken.append(taken)
    return made


class _Row:
    def __init__(self, table: Table, form: Format, place: int, row: list[str]) -> None:
        if len(row) > len(table.header):
            last = table.header[-1]
            raise _Refused(last, f"the row has {len(row)} cells, the header {len(table.header)}")
        self._form, self._place = form, place
        self._raw = dict(zip(table.header, [*row, *[""] * (len(table.header) - len(row))]))
        self._by_role: dict[str, list[str]] = {}
        for name in table.header:
            role = form.columns.get(name.lower())
            if role:
                self._by_role.setdefault(role, []).append(name)

    def _read(self, role: str, read: Any) -> Any:
        column = self._by_role[role][0]
        try:
            return read(self._raw[column])
        except ValueError as error:
            raise _Refused(column, str(error)) from None

    def _text(self, role: str) -> str:
        names = self._by_role.get(role)
        return " ".join(cells.unwrapped(self._raw[names[0]]).split()) if names else ""

    def taken(self, made: Mapped) -> Taken:
        fields: dict[str, Any] = {"title": self._text("title"), "author": self._text("author")}
        more = False
        if "titled" in self._by_role:
            fields["title"], fields["series"], fields["series_number"], more = cells.title(
                self._raw[self._by_role["titled"][0]]
            )
        for role in ("title", "author"):
            if not fields[role]:
                raise _Refused(self._by_role.get(role, [role])[0], f"the {role} is missing")
        for role in _TEXTS:
            if role in self._by_role:
                fields[role] = self._text(role) or None
        for role, kind in _NUMBERS.items():
            if role in self._by_role:
                value = self._read(role, lambda text, kind=kind: cells.number(text, kind))
                fields[role] = None if role == "pages" and value == 0 else value
        for role in ("review", "notes"):
            if role in self._by_role:
                fields[role] = self._read(role, cells.plain) or None
        rounded = False
        if "rating" in self._by_role:
            fields["rating"], rounded = self._read("rating", cells.rating)
        for role in ("started", "finished"):
            if role in self._by_role:
                fields[role] = self._read(role, cells.date)
        if "created" in self._by_role:
            added = self._read("created", cells.date)
            if added:
                midnight = datetime.time(tzinfo=datetime.timezone.utc)
                fields["created"] = datetime.datetime.combine(added, midnight)
        fields["identifiers"] = self._identifiers()
        genres = self._genres(fields, made)
        if genres is not None:
            fields["genres"] = genres
        readings = self._readings(fields)
        if rounded:
            made.rounded.append((self._place, self._raw[self._by_role["rating"][0]].strip()))
        self._count_homeless(made, more)
        source_id = self._text("id")
        if not source_id and self._form is STORYGRAPH:
            source_id = self._text("isbn")
        return Taken(self._place, source_id, fields, self._raw, readings)

    def _identifiers(self) -> list[tuple[str, str]]:
        found: list[str] = []
        for name in self._by_role.get("isbn", ()):
            try:
                value = cells.isbn(self._raw[name])
            except ValueError as error:
                raise _Refused(name, str(error)) from None
            if value and value not in found:
                found.append(value)
        thirteen = [value for value in found if len(value) == 13]
        kept = [v for v in found if not any(cells.same_isbn(v, other) for other in thirteen)]
        uid = self._form is STORYGRAPH
        return [
            ("storygraph" if uid and not cells.is_isbn(value) else "isbn", value) for value in kept
        ]

    def _genres(self, fields: dict[str, Any], made: Mapped) -> list[str] | None:
        """The genres; sets the status of a shelf. A shelf of the reader's own is a genre."""
        names = re.split(r"\s*,\s*", self._text("genres")) if "genres" in self._by_role else []
        names = list(dict.fromkeys(name for name in names if name and name not in _SHELVES))
        shelf = self._text("status")
        if shelf:
            status = self._form.statuses.get(shelf.lower())
            if shelf.lower() == "paused" and self._form is STORYGRAPH:
                status = "in-progress"
                made.unclear["paused, taken as in-progress"] = (
                    made.unclear.get("paused, taken as in-progress", 0) + 1
                )
            elif status is None or (self._form is GOODREADS and shelf not in _SHELVES):
                what = f"the status {status}" if status else "a genre"
                made.shelves.setdefault(shelf, [0, what])[0] += 1
                if status is None and shelf not in names:
                    names.append(shelf)
                if status is not None and shelf in names:
                    names.remove(shelf)
            if status is not None:
                fields["status"] = status
        has_genres = "genres" in self._by_role or "status" in self._by_role
        return names if has_genres else None

    def _readings(self, fields: dict[str, Any]) -> list[Reading]:
        """The times that it was read, but for the latest, which the fields say."""
        earlier: list[Reading] = []
        if "dates" in self._by_role:
            earlier = self._read("dates", _spans)
            if earlier and fields.get("status") != "on-shelf":
                latest = max(
                    earlier, key=lambda each: each.finished or each.started or datetime.date.min
                )
                last = fields.get("finished")
                if last is None or latest.finished == last or fields["status"] != "completed":
                    earlier.remove(latest)
                    fields["started"], fields["finished"] = latest.started, latest.finished
        if "count" in self._by_role and fields.get("status") == "completed":
            count = self._read("count", cells.number) or 0
            if count > 200:
                raise _Refused(self._by_role["count"][0], f"{count} readings are too many")
            earlier += [Reading()] * (count - 1 - len(earlier))
        return earlier

    def _count_homeless(self, made: Mapped, more_series: bool) -> None:
        for name, cell in self._raw.items():
            if name.lower() in self._form.columns or name.lower() == "why":
                continue
            if cells.unwrapped(cell) not in ("", "0", "0.0"):
                made.homeless[name] = made.homeless.get(name, 0) + 1
        if more_series:
            made.homeless["further series"] = made.homeless.get("further series", 0) + 1


def _spans(text: str) -> list[Reading]:
    """2025/06/01-2025/06/10, 2023/01/02: a day alone is the one when it was finished."""
    made = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        day = r"\d{4}[/-]\d{1,2}[/-]\d{1,2}"
        found = re.fullmatch(rf"(?:({day})?\s*-\s*)?({day})?", part)
        if not found:
            raise ValueError(f"{part!r} is no reading; write it as 2025/06/01-2025/06/10")
        made.append(Reading(*(cells.date(each) if each else None for each in found.groups())))
    return made
