"""The identifiers of a book, such as its ISBN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from reprlib import repr as shortened

from ._fields import refuse, text
from ._named import NamedTuple
from ._public import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Identifier(NamedTuple):
    """One identifier of a book, such as `Identifier("isbn", "9780441172719")`."""

    scheme: str
    value: str


def identifiers(value: Any) -> list[tuple[bytes, bytes]]:
    """Pairs of scheme and value from a mapping or an iterable of pairs."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        refuse("identifiers", "a mapping or pairs of scheme and value", value)
    pairs = value.items() if isinstance(value, Mapping) else value
    encoded = []
    for pair in pairs:
        try:
            scheme, each = [] if isinstance(pair, (str, bytes)) else pair
        except (TypeError, ValueError):
            raise TypeError(
                f"identifiers must be pairs of scheme and value; {shortened(pair)} is no pair"
            ) from None
        if not isinstance(scheme, str) or not isinstance(each, str):
            raise TypeError(f"identifiers must be pairs of str; {shortened(pair)} is none")
        encoded.append((text(scheme, "identifiers"), text(each, "identifiers")))
    return encoded


publish(Identifier)
