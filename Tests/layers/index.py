"""Reads the references between source files from the index that the Swift compiler writes.

The compiler's library for it is libIndexStore; its C interface is documented in LLVM's
indexstore/indexstore.h.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DEFINITION, REFERENCE = 1 << 1, 1 << 2
RECORD = 2  # The kind of a unit's dependency on the symbols of one file.


class Reference(NamedTuple):
    """A use, in one file, of a symbol that another file defines."""

    file: str
    line: int
    symbol: str
    defined: str


class _Text(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("length", ctypes.c_size_t))

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


_Unit = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, _Text)
_Item = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)


class Index:
    """The index in a folder, with `library`, the path of libIndexStore."""

    def __init__(self, library: Path, folder: Path) -> None:
        self.library = ctypes.CDLL(str(library))
        self.store = self._call("store_create", str(folder).encode(), None, result=ctypes.c_void_p)
        if not self.store:
            raise SystemExit(f"there is no index of the compiler in {folder}")

    def _call(self, name: str, *arguments: Any, result: Any = None) -> Any:
        function = getattr(self.library, f"indexstore_{name}")
        function.restype = result
        given = [ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments]
        return function(*given)

    def _text(self, name: str, handle: int) -> str:
        return str(self._call(name, handle, result=_Text))

    def records(self) -> dict[str, str]:
        """The name of the record of each source file that exists."""
        units: list[str] = []
        found: dict[str, str] = {}

        @_Unit
        def unit(_: Any, name: _Text) -> bool:
            units.append(str(name))
            return True

        self._call("store_units_apply_f", self.store, ctypes.c_uint(0), None, unit)
        for name in units:
            reader = self._call(
                "unit_reader_create", self.store, name.encode(), None, result=ctypes.c_void_p
            )
            main = self._text("unit_reader_get_main_file", reader)

            @_Item
            def dependency(_: Any, item: int, main: str = main) -> bool:
                kind = self._call("unit_dependency_get_kind", item, result=ctypes.c_int)
                if kind == RECORD and self._text("unit_dependency_get_filepath", item) == main:
                    found[main] = self._text("unit_dependency_get_name", item)
                return True

            if Path(main).is_file():
                self._call("unit_reader_dependencies_apply_f", reader, None, dependency)
            self._call("unit_reader_dispose", reader)
        return found

    def references(self, root: Path) -> Iterator[Reference]:
        """The references from one file under `root` to another, as paths from `root` on."""
        defined: dict[str, tuple[str, str]] = {}
        used: list[tuple[str, int, str]] = []
        for main, record in self.records().items():
            if root not in Path(main).parents:
                continue
            file = str(Path(main).relative_to(root))
            reader = self._call(
                "record_reader_create", self.store, record.encode(), None, result=ctypes.c_void_p
            )

            @_Item
            def occurrence(_: Any, item: int, file: str = file) -> bool:
                roles = self._call("occurrence_get_roles", item, result=ctypes.c_uint64)
                if not roles & (DEFINITION | REFERENCE):
                    return True
                symbol = self._call("occurrence_get_symbol", item, result=ctypes.c_void_p)
                usr = self._text("symbol_get_usr", symbol)
                if roles & DEFINITION:
                    defined[usr] = (file, self._text("symbol_get_name", symbol))
                else:
                    line, column = ctypes.c_uint(), ctypes.c_uint()
                    self._call(
                        "occurrence_get_line_col", item, ctypes.byref(line), ctypes.byref(column)
                    )
                    used.append((file, line.value, usr))
                return True

            self._call("record_reader_occurrences_apply_f", reader, None, occurrence)
            self._call("record_reader_dispose", reader)
        for file, line, usr in used:
            if usr in defined and defined[usr][0] != file:
                yield Reference(file, line, defined[usr][1], defined[usr][0])
