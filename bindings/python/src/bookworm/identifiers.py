"""The identifiers of a book, such as its ISBN."""

from __future__ import annotations

from ._native.modules import publish
from ._native.named_tuple import NamedTuple


class Identifier(NamedTuple):
    """One identifier of a book, such as `Identifier("isbn", "9780441172719")`.

    Attributes:
        scheme: The kind of identifier, such as "isbn".
        value: The identifier itself.
    """

    scheme: str
    value: str


publish(Identifier)
