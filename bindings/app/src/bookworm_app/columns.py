"""Reads --map: the field that each column of a file contains."""

from __future__ import annotations

from .errors import did_you_mean, there_are, usage

#: The roles that --map can give a column.
ROLES = (
    "title", "author", "isbn", "rating", "status", "started", "finished", "created", "genres",
    "review", "notes", "synopsis", "publisher", "format", "pages", "year", "edition_year",
    "language", "series", "series_number", "subtitle", "favourite", "title_sort", "author_sort",
    "identifiers", "quotes", "contributors", "editor", "translator", "illustrator", "narrator",
    "introduction", "spoilers", "id",
)  # fmt: skip


def named(header: list[str], given: str) -> dict[str, str]:
    """Reads --map: the role of each column that it names, by the column's name in lower case."""
    made = {}
    for part in filter(None, (each.strip() for each in given.split(","))):
        name, _, role = (side.strip() for side in part.rpartition("="))
        if name.lower() not in [each.lower() for each in header]:
            close = did_you_mean(name, header)
            usage("--map: there is no column {name!r}.", close or there_are(header), name=name)
        if role not in ROLES:
            close = did_you_mean(role, ROLES)
            usage("--map: {role!r} is not a field.", close or there_are(ROLES), role=role)
        made[name.lower()] = role
    return made
