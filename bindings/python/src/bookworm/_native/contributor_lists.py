"""Passes the contributors of a book to the library, as items of three parallel lists."""

from __future__ import annotations

from collections.abc import Mapping

from . import prototypes as c
from .errors import ArgumentError
from .values import is_list, refuse, shortened, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MEMBERS = ("name", "role", "sort")
LISTS = {
    "name": ("contributor_names", c.BW_BOOK_CONTRIBUTOR_NAMES),
    "role": ("contributor_roles", c.BW_BOOK_CONTRIBUTOR_ROLES),
    "sort": ("contributor_sorts", c.BW_BOOK_CONTRIBUTOR_SORTS),
}
_WANTED = "a list of contributors: names, Contributor(name, role, sort), or mappings of these"


def contributor_values(value: Any) -> list[dict[str, bytes]]:
    """The contributors of one book; an absent role or sort form is empty."""
    if isinstance(value, (str, bytes, Mapping)) or not is_list(value):
        refuse("contributors", _WANTED, value)
    return [_values(each) for each in value]


def _values(contributor: Any) -> dict[str, bytes]:
    if isinstance(contributor, str):
        given: Mapping[str, Any] = {"name": contributor}
    elif isinstance(contributor, tuple) and 1 <= len(contributor) <= len(_MEMBERS):
        given = dict(zip(_MEMBERS, contributor))
    elif isinstance(contributor, Mapping):
        given = contributor
    else:
        refuse("contributors", f"{_WANTED}; not with an item", contributor)
    for name in given:
        if name not in LISTS:
            raise ArgumentError(
                f"a contributor has no field {shortened(name)}; the fields are name, role and sort",
                field="contributors",
            )
    encoded = {
        name: b"" if given.get(name) is None else text(given[name], "contributors")
        for name in LISTS
    }
    if given.get("name") is None:
        raise ArgumentError("a contributor needs a name", field="contributors")
    return encoded
