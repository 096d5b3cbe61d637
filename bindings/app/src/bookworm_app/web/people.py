"""The people who made a book: their rows in a form, and the names of their roles."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from bookworm import Contributor, presentation

from ..people import ROLES, role_of
from ..quoting import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .visit import Visit
    from .words import Words


def role_name(words: Words, role: str) -> str:
    """Returns a role as a person reads it."""
    # A role of the user's own is not translated, and may be anything in a form that was refused.
    return presentation.facet_label("role", role, words.language) if role in ROLES else role


def with_role(words: Words, person: Contributor) -> str:
    """Returns a person's name; for others than authors with the role."""
    role = "" if person.role == "author" else f" ({role_name(words, person.role)})"
    return person.name + role


def line_of_role(name: str, role: str) -> str:
    """Returns the search line for the books of a person in a role."""
    return f"{role if role in ROLES else 'person'}={quoted(name)}"


def address(name: str) -> str:
    """Returns the address of the page of a person."""
    return "/person?" + urlencode({"name": name})


def text_of(people: Iterable[Contributor]) -> str:
    """Writes people as a text, one in each line."""
    return "\n".join("\t".join((each.name, each.role, each.sort or "")) for each in people)


def value_of(text: str) -> list[Contributor]:
    """Reads the people of such a text."""
    made = []
    for line in filter(None, text.split("\n")):
        name, role, sort = line.split("\t")
        made.append(Contributor(name, role, sort or None))
    return made


def has_author(text: str) -> bool:
    """Whether one of the people in a text of text_of() is an author."""
    return any(each.role == "author" and each.name for each in value_of(text))


def typed(visit: Visit) -> str:
    """Returns the text for the rows of a form; empty rows are left out."""
    rows = zip(*(visit.texts(name) for name in ("person", "person_role", "person_sort")))
    made = []
    for row in rows:
        name, role, sort = (" ".join(each.split()) for each in row)
        if name or role or sort:
            made.append(Contributor(name, role_of(role, visit.language), sort or None))
    return text_of(made)
