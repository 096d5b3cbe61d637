"""Converts the words of prototypes.py for types to types of ctypes and formats of struct."""

from __future__ import annotations

import ctypes
from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

_KNOWN: dict[str, Any] = {"void": None, "void*": ctypes.c_void_p, "char*": ctypes.c_char_p}


def ctype(word: str, structures: Any) -> Any:
    """The type: a number such as "int32", a struct, a pointer "int32*", an array "char[32]".

    Structs are attributes of `structures`.
    """
    if word in _KNOWN:
        return _KNOWN[word]
    if word.endswith("*"):
        made: Any = ctypes.POINTER(ctype(word[:-1], structures))
    elif word.endswith("]"):
        item, _, length = word[:-1].partition("[")
        made = ctype(item, structures) * int(length)
    elif word.startswith("bw_"):
        made = getattr(structures, word)
    else:
        made = getattr(ctypes, f"c_{word}")
    return _KNOWN.setdefault(word, made)


def structure(name: str, members: Iterable[str], structures: Any) -> type[ctypes.Structure]:
    """A struct of these members, each a name and the word for its type."""
    fields = [(member, ctype(word, structures)) for member, word in map(str.split, members)]
    return type(name, (ctypes.Structure,), {"_fields_": fields, "__module__": structures.__name__})


_CODES: dict[Any, str] = {
    ctypes.c_uint32: "I",
    ctypes.c_int32: "i",
    ctypes.c_uint64: "Q",
    ctypes.c_int64: "q",
    ctypes.c_double: "d",
}


def unpacker(
    structure: type[ctypes.Structure], wanted: Collection[str]
) -> tuple[list[str], Callable[[Any], tuple[Any, ...]]]:
    """The wanted members of a struct in the struct's order, and a function that reads them.

    The function reads all of them at once; reading them one by one would take twice as long.
    """
    names, parts, at = [], ["="], 0
    for name, kind, *_ in structure._fields_:
        if name in wanted:
            names.append(name)
            place = getattr(structure, name)
            other = "Q" if place.size == 8 else f"{place.size}s"
            parts.append(f"{place.offset - at}x{_CODES.get(kind, other)}")
            at = place.offset + place.size
    return names, Struct("".join(parts)).unpack_from
