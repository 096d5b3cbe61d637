"""Converts the cells of a row to the fields of a book that the store accepts."""

from __future__ import annotations

import datetime
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from ..sentences import Count, Said
from . import cells, dates, roles
from .formats import SAME, Format
from .rows import UNKNOWN, Mapped, OfRow, Reading, Refusal, Table, Taken, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeVar

    from .roles import Role
    from .rows import Person

    _T = TypeVar("_T")

_DATES = ("started", "finished", "created")


class Refused(Exception):
    """The row cannot be imported, because a cell has no valid value."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__(*faults)
        self.faults = list(faults)


class Decisions:
    """Decisions of a person for a whole file.

    day_first  whether the day is first in dates such as 6/5/2017; None if the file decides
    shelves    the statuses of custom shelves, by their names in lower case
    """

    def __init__(
        self, day_first: bool | None = None, shelves: dict[str, str] | None = None
    ) -> None:
        self.day_first = day_first
        self.shelves = shelves or {}


def _given(reading: Reading) -> dict[str, Any]:
    """Returns a reading as the mapping that the store accepts."""
    names = ("started", "finished", "outcome", "note")
    known = ((name, getattr(reading, name)) for name in names)
    return {name: value for name, value in known if value is not None}


class Layout:
    """The columns of a table, with their places and the functions that read them.

    columns  the place of each, by its name in lower case
    readers  the columns that are fields, each with its place and the function that reads it
    others   the names and places of the columns that are not read
    fields   the values of a row whose cells are all empty
    """

    def __init__(self, table: Table, form: Format, decisions: Decisions) -> None:
        """Describes a table in a format."""
        self.table, self.form, self.decisions = table, form, decisions
        self.columns = {name.lower(): place for place, name in enumerate(table.header)}
        self.readers: list[tuple[str, int, Role]] = []
        self.others: list[tuple[str, int]] = []
        self.fields: dict[str, Any] = {}
        self.lists: list[str] = ["identifiers"]
        for column, place in self.columns.items():
            role = form.columns.get(column)
            if role is None:
                if column != "why":
                    self.others.append((table.header[place], place))
            elif role not in ("", "same"):
                self.readers.append((column, place, roles.role(role)))
                self.fields.update(roles.EMPTY.get(role, {}))
                if role in ("genres", "status"):
                    self.lists.append("genres")
        self.order = self._order()

    def _order(self) -> dates.Order:
        places = [
            place
            for column, place in self.columns.items()
            if self.form.columns.get(column) in _DATES or "date" in column
        ]
        cells_here = (row[at] for row in self.table.rows for at in places if at < len(row))
        order = dates.Order(dict.fromkeys(cells_here), self.decisions.day_first)
        if order.example and not order.contradicts and order.day_first is not None:
            said = "dates such as {date} have the month first"
            if order.day_first:
                said = "dates such as {date} have the day first"
            self.table.remarks.append(Said(said, date=order.example))
        self.table.order, self.table.dated = order, places
        return order


def mapped(table: Table, form: Format, decisions: Decisions | None = None) -> Mapped:
    """Returns all rows of a table, which are read when you iterate over them.

    While you iterate, a row with an invalid cell is added to the refused rows, and the counts
    include the rows that were read so far.
    """
    made = Mapped(form.source, unclear=Counter(table.unclear), homeless=Counter(table.homeless))
    made.taken = _taken(table, form, decisions or Decisions(), made)
    return made


def _taken(table: Table, form: Format, decisions: Decisions, made: Mapped) -> Iterator[Taken]:
    layout = Layout(table, form, decisions)
    has_ids = "id" in form.columns.values()
    seen: dict[str, int] = {}
    for place, cells_of_row in enumerate(table.rows, 1):
        row = Row(layout, made, place, cells_of_row)
        try:
            row.fill()
        except Refused as refused:
            made.refused.append(Refusal(place, refused.faults))
            continue
        base = row.source_id
        if not base or not has_ids:
            base = base or book_key(row.fields["title"], row.fields["author"])
            seen[base] = seen.get(base, 0) + 1
            base = base if seen[base] == 1 else f"{base}#{seen[base]}"
        raw = table.raw[place - 1] if table.raw else dict(zip(table.header, row.cells))
        placed = [each for each in row.readings if each.page or each.percent is not None]
        is_path = row.cover and row.cover not in table.pictures
        cover = os.path.join(table.folder, row.cover) if is_path else row.cover
        marks = table.quotes[place - 1] if table.quotes else []
        yield Taken(place, base, row.fields, raw, placed, row.quotes, cover, marks)


class Row:
    """A row while it is read: its cells, and the book so far.

    fields    of the book
    readings  all its readings, if the status and dates in `fields` do not describe all of them
    quotes    its quotes, each a text and a page
    authors   its people, if the author's column names several people or roles
    others    people of other columns
    cover     the path of its cover
    days      all days of the columns "started" and "finished"
    parts     the columns that are kept only in part
    """

    def __init__(self, layout: Layout, made: Mapped, place: int, row: list[str]) -> None:
        """A row of a table; fill() reads it."""
        self.form, self.made, self.place = layout.form, made, place
        self.decisions, self.columns = layout.decisions, layout.columns
        self._layout, self.cells = layout, row
        self.fields = dict(layout.fields)
        for name in layout.lists:
            self.fields[name] = []
        self.authors: list[Person] = []
        self.others: list[Person] = []
        self.readings: list[Reading] = []
        self.quotes: list[tuple[str, str | None]] = []
        self.days: dict[str, list[datetime.date]] = {}
        self.source_id = self.cover = ""
        self.read_count = 0
        self.parts: list[str] = []

    def fill(self) -> None:
        """Reads all cells. Raises Refused."""
        header = self._layout.table.header
        count = len(header)
        if len(self.cells) != count:
            if any(cell.strip() for cell in self.cells[count:]):
                cells_here = Count(len(self.cells), "cell")
                why = Said("the row has {cells}, the header {count}", cells=cells_here, count=count)
                raise Refused((header[-1], why))
            table = self._layout.table
            if table.is_cut and self.place == len(table.rows):
                why = Said("the file ends in the middle of this row; export it again")
                raise Refused((header[max(len(self.cells) - 1, 0)], why))
            self.cells = [*self.cells[:count], *[""] * (count - len(self.cells))]
        row = self.cells
        faults = []
        for column, place, read in self._layout.readers:
            if row[place]:
                try:
                    read(self, column, row[place])
                except Refused as refused:
                    faults += refused.faults
        if not self.fields.get("title"):
            faults.append((self._column_of("title"), Said("the title is missing")))
        if faults:
            raise Refused(*faults)
        self._pair_days()
        if self.form.finish is not None:
            self.form.finish(self)
        self._gather_people()
        if not self.fields.get("author"):
            self.fields["author"] = self.others[0][0] if self.others else UNKNOWN
            self.unclear(
                Said(
                    "{column}: empty, stored as {name}",
                    column=self._column_of("author"),
                    name=self.fields["author"],
                )
            )
        if self.readings:
            self.fields["readings"] = [_given(each) for each in self.readings]
        self._report_backward_readings()
        if len(self.fields["identifiers"]) > 1:
            self._tidy_identifiers()
        for column in self.parts:
            name = self.name(column)
            self.made.reduced[name] += 1
            self.made.examples.setdefault(name, (self.fields["title"], self.text(column)))
        for name, place in self._layout.others:
            if row[place] and not cells.is_empty(row[place]):
                self.made.homeless[name] += 1

    def cell(self, column: str) -> str:
        """Returns the cell of a column by its name in lower case; "" if the file has none."""
        place = self.columns.get(column)
        return self.cells[place] if place is not None else ""

    def text(self, column: str) -> str:
        """Returns the same as one line."""
        return cells.line(self.cell(column))

    def name(self, column: str) -> str:
        """Returns the name of a column as the file has it."""
        place = self.columns.get(column)
        return self._layout.table.header[place] if place is not None else column

    def refuse(self, column: str, why: str) -> NoReturn:
        """Refuses the row for a column."""
        raise Refused((self.name(column), why))

    def read_part(self, column: str, part: str, reader: Callable[[str], _T]) -> _T | None:
        """Reads a part of a cell like read(), which reads the whole cell."""
        try:
            return reader(part)
        except (cells.Damaged, dates.Unclear) as error:
            self.unclear(Said("{column}: {why}", column=self.name(column), why=error.args[0]))
        except ValueError as error:
            raise Refused((self.name(column), error.args[0])) from None
        return None

    def read(self, column: str, reader: Callable[[str], _T]) -> _T | None:
        """Reads a cell. A damaged cell is counted and gives None; a wrong cell refuses the row."""
        place = self.columns.get(column)
        return None if place is None else self.read_part(column, self.cells[place], reader)

    def guess(self, column: str, reader: Callable[[str], _T]) -> _T | None:
        """Reads a cell of a catalogue. A cell without a meaning is counted as unclear."""
        try:
            return reader(self.cells[self.columns[column]])
        except ValueError:
            no_value = Said("not a value that can be stored")
            self.unclear(Said("{column}: {why}", column=self.name(column), why=no_value))
        return None

    def date(self, column: str) -> datetime.date | None:
        """Returns the day of a column."""
        return self.read(column, lambda text: dates.date(text, self._layout.order))

    def several(self, column: str) -> list[datetime.date]:
        """Returns the days of a column, which may have several."""
        parts = dates.several(self.cell(column))
        found = [
            self.read_part(column, part, lambda text: dates.date(text, self._layout.order))
            for part in parts
        ]
        return [day for day in found if day]

    def instant(self, column: str) -> datetime.datetime | None:
        """Returns the instant in a column. An instant without a time is accurate to the day."""
        return self.read(column, lambda text: dates.instant(text, self._layout.order))

    def unclear(self, what: str) -> None:
        """Counts what is left out."""
        self.made.unclear[what] += 1

    def reduced(self, column: str) -> None:
        """Counts a cell that is kept only in part."""
        self.parts.append(column)

    def identify(self, scheme: str, value: str) -> None:
        """Adds an identifier."""
        if scheme == "isbn" and cells.is_asin(value):
            scheme = "asin"  # LibraryThing and StoryGraph put it where others have the ISBN
        elif scheme == "openlibrary" and value.endswith("W"):
            scheme = "openlibrary-work"  # has many editions, each with an id of its own
        if value:
            pairs = self.fields["identifiers"]
            if (scheme, value) not in pairs:
                pairs.append((scheme, value))

    def add_genres(self, names: Iterable[str]) -> None:
        """Adds genres."""
        known = self.fields.setdefault("genres", [])
        known += [name for name in names if name not in known]

    def add_undated(self) -> None:
        """Adds readings without dates until there are as many as the file counts.

        A single one is listed too if it has an end and is counted: then another end corrects it.
        """
        fields = self.fields
        if fields.get("status") != "completed":
            return
        own = Reading(fields.get("started"), fields.get("finished"))
        its = list(self.readings)
        if not its or (own.finished and own.finished not in [each.finished for each in its]):
            its.append(own)
        its += [Reading()] * (self.read_count - len(its))
        if len(its) > 1 or (own.finished and self.read_count == 1):
            self.readings = its

    def _gather_people(self) -> None:
        """Gives the book its people, unless it has only one author.

        The fields author and author_sort are enough for one author.
        """
        fields = self.fields
        if "contributors" not in fields or fields["contributors"]:
            return
        authors = self.authors
        if not authors and fields.get("author"):
            authors = [(fields["author"], "author", fields.get("author_sort"))]
        people = list(dict.fromkeys([*authors, *self.others]))
        is_author = len(people) == 1 and people[0][1].lower() == "author"
        fields["contributors"] = None if is_author else people or None

    def _pair_days(self) -> None:
        """Creates readings from several start and end days."""
        if all(len(days) < 2 for days in self.days.values()):
            return
        starts, ends = (sorted(self.days.get(name, ())) for name in ("started", "finished"))
        made = []
        for place, start in enumerate(starts):
            following = starts[place + 1] if place + 1 < len(starts) else datetime.date.max
            end = next((day for day in ends if start <= day < following or day == start), None)
            if end is not None:
                ends.remove(end)
            made.append(Reading(start, end))
        made += [Reading(None, day) for day in ends]
        made.sort(key=lambda each: each.finished or each.started or datetime.date.min)
        for each in made[:-1]:
            if each.finished is None:
                each.outcome = "did-not-finish"
        self.readings = made
        self.fields["started"], self.fields["finished"] = made[-1].started, made[-1].finished

    def _report_backward_readings(self) -> None:
        """Reports readings that end before they start. The store keeps them in an import."""
        fields = self.fields
        own = Reading(fields.get("started"), fields.get("finished"))
        for each in self.readings or [own]:
            if each.started and each.finished and each.finished < each.started:
                self.unclear(
                    OfRow(
                        "{place}: a reading ends before it starts: {started} to {finished}",
                        place=self._layout.table.place(self.place),
                        started=each.started.isoformat(),
                        finished=each.finished.isoformat(),
                    )
                )

    def _column_of(self, field: str) -> str:
        """Returns the name of the column that gives the title or the author."""
        roles_of_it = (field, *SAME[field])
        known = self.form.columns
        return self.name(
            next((each for each in self.columns if known.get(each) in roles_of_it), field)
        )

    def _tidy_identifiers(self) -> None:
        """Removes an ISBN of 10 digits if the book also has the same ISBN with 13 digits."""
        pairs = self.fields["identifiers"]
        thirteen = [value for scheme, value in pairs if scheme == "isbn" and len(value) == 13]
        self.fields["identifiers"] = [
            (scheme, value)
            for scheme, value in pairs
            if scheme != "isbn" or not any(cells.same_isbn(value, other) for other in thirteen)
        ]
