"""Creates the objects of rows: the code for each field is generated from the table of fields.

The code is Python source that is compiled once. A loop over the fields would take half as long
again for each row.
"""

from __future__ import annotations

import ctypes
from functools import partial

from . import prototypes as c
from .errors import UNREADABLE, damage
from .layout import unpacker
from .library import call_handle, free_result
from .modules import LazyModule
from .structs import read_each
from .values import INSTANTS, OUTCOME_NAMES, STATUSES, to_date, to_instant

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from collections.abc import Collection
    from typing import Any

    from .fields import Field
else:
    uuid = LazyModule("uuid", package=None)

# Expressions that convert C's number, bytes or text to a value of each kind.
_VALUES = {
    "int": "{0}",
    "double": "{0}",
    "bool": "{0} != 0",
    "status": "STATUSES[{0}]",
    "outcome": "OUTCOME_NAMES[{0}]",
    "text": 'texts.{0}.decode("utf-8", "replace")',
    "instant": "INSTANTS.get({0}) or to_instant({0})",
    "date": "to_date({0}) if {0} else None",
    "uuid": "UUID(bytes={0})",
}


def maker(
    parameters: str, lines: list[str], values: dict[str, str], whole: Any, **names: Any
) -> Any:
    """Returns a function that creates an object, from its first statements and its attributes.

    The object's class is `whole`; while it is filled, its class is `whole._filled`: see row.py.
    """
    body = [*lines, "made = new(filled)", "made._session = session"]
    body += [f"made.{name} = {value}" for name, value in values.items()]
    body += ["made.__class__ = whole", "return made"]
    source = f"def make(session, {parameters}):\n    " + "\n    ".join(body)
    names.update(new=object.__new__, filled=whole._filled, whole=whole)
    names.update(STATUSES=STATUSES, OUTCOME_NAMES=OUTCOME_NAMES, INSTANTS=INSTANTS)
    names.update(to_instant=to_instant, to_date=to_date)
    exec(source, names)
    return names["make"]


def struct_maker(structure: Any, fields: Collection[Field], whole: Any, **names: Any) -> Any:
    """Returns a function that creates an object from a struct and its texts.

    All other members are read in one step.
    """
    wanted = {"fields", *(field.member for field in fields if field.kind != "text")}
    members, unpack = unpacker(structure, wanted)
    values = {}
    for field in fields:
        value = _VALUES[field.kind].format(field.member)
        # An absent day is 0; other values have a bit.
        if field.required is None and field.kind != "date":
            value = f"{value} if fields & {field.bit} else None"
        values[field.name] = value
    taken = f"{', '.join(members)} = unpack(row)"
    return maker("row, texts", [taken], values, whole, unpack=unpack, **names)


def texts_of(structure: Any) -> Any:
    """A class with the layout of the struct, whose texts are read as bytes or None in one step."""
    members: list[tuple[str, Any]] = []
    for name, kind, *_ in structure._fields_:
        if kind is c.bw_text:
            members += [(name, ctypes.c_char_p), (f"{name}_length", ctypes.c_int64)]
        else:
            members.append((name, kind))
    return type("Texts", (ctypes.Structure,), {"_fields_": members})


class RowReader:
    """Reads the rows of an entity as objects of `whole`, in a struct that the library fills."""

    __slots__ = ("_get", "_get_from", "_make", "_structure", "_texts")

    def __init__(
        self, whole: Any, structure: Any, fields: Collection[Field], get: Any, get_from: Any
    ) -> None:
        self._make = struct_maker(structure, fields, whole, UUID=uuid.UUID)
        self._structure = structure
        self._texts = texts_of(structure)
        self._get = get
        self._get_from = get_from

    def _new(self) -> tuple[Any, Any]:
        row = self._structure(size=ctypes.sizeof(self._structure))
        return row, self._texts.from_buffer(row)

    def get(self, session: Any, handle: ctypes.c_void_p, row: int) -> Any:
        """Reads one row by its id."""
        found, texts = self._new()
        result = call_handle(self._get, handle, row, ctypes.byref(found))
        try:
            return self._make(session, found, texts)
        except UNREADABLE as error:
            raise damage(error) from error
        finally:
            free_result(result)

    def rows(self, session: Any, result: ctypes.c_void_p) -> list[Any]:
        """Reads all rows of a result."""
        row, texts = self._new()
        return read_each(result, row, self._get_from, partial(self._make, session, row, texts))
