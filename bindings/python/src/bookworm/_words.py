"""The words of _prototypes.py for types, as what ctypes has for them."""

from __future__ import annotations

import ctypes

from . import _prototypes as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_KNOWN: dict[str, Any] = {"void": None, "void*": ctypes.c_void_p, "char*": ctypes.c_char_p}


def ctype(word: str) -> Any:
    """The type: a number such as "int32", a struct, a pointer "int32*", an array "char[32]"."""
    if word in _KNOWN:
        return _KNOWN[word]
    if word.endswith("*"):
        made: Any = ctypes.POINTER(ctype(word[:-1]))
    elif word.endswith("]"):
        item, _, length = word[:-1].partition("[")
        made = ctype(item) * int(length)
    else:
        made = getattr(c, word) if word.startswith("bw_") else getattr(ctypes, f"c_{word}")
    return _KNOWN.setdefault(word, made)


def structure(name: str, members: Iterable[str]) -> type[ctypes.Structure]:
    """A struct of these members, each a name and the word for its type."""
    fields = [(member, ctype(word)) for member, word in map(str.split, members)]
    return type(name, (ctypes.Structure,), {"_fields_": fields, "__module__": c.__name__})
