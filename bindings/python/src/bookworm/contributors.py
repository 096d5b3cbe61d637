"""The contributors of a book: its authors, translators, narrators, ..."""

from __future__ import annotations

from ._native.modules import publish
from ._native.named_tuple import NamedTuple


class Contributor(NamedTuple):
    """One contributor of a book, such as `Contributor("Neil Gaiman", sort="Gaiman, Neil")`.

    Attributes:
        name: The person's name.
        role: "author", "editor", "translator", "illustrator", "narrator", "introduction", or any
            other text, such as "contributor" if it is unknown. It is stored as given; only texts
            for presentation.parse() may have other words for these roles.
        sort: The form of the name that sorted lists use, or None.
    """

    name: str
    role: str = "author"
    sort: str | None = None


publish(Contributor)
