"""People: how many books they have in each role, and how these are rated."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from bookworm import Query, Statistics

#: The roles that the library counts and names in every language; others are texts of their own.
ROLES = ("author", "editor", "translator", "illustrator", "narrator", "introduction")


def roles_of(counted: Iterable[Statistics]) -> list[str]:
    """Returns the roles to choose from: those of the library, then the others that books have."""
    return [*ROLES, *own_roles(counted)]


def own_roles(counted: Iterable[Statistics]) -> list[str]:
    """Returns the roles that the library does not know, from a result of facets("role")."""
    return [each.name for each in counted if each.name and each.name not in ROLES]


def role_of(typed: str, language: str) -> str:
    """Returns the role that a person means by its name, in any language."""
    from bookworm import InvalidError, presentation

    try:
        [person] = presentation.parse("contributors", f"A ({typed})", language)
    except (InvalidError, ValueError):
        return typed
    role: str = person.role
    return role


def counted(query: Query, role: str | None = None) -> list[dict[str, Any]]:
    """Counts the books of each person in each role: authors first, and in each role by name.

    role  the only role to count, in lower case
    """
    rows = []
    for known in ROLES if role is None else {role}.intersection(ROLES):
        for name, ratings in ratings_by_name(query, known).items():
            rated = sum(ratings[1:])
            average = sum(stars * count for stars, count in enumerate(ratings)) / (rated or 1)
            rows.append(
                {"name": name, "books": sum(ratings), "rated": rated,
                 "average": round(average, 2) if rated else None, "role": known}
            )  # fmt: skip
    if role not in ROLES:
        rows += [row for row in _others(query) if role in (None, row["role"].casefold())]
    return rows


def ratings_by_name(query: Query, role: str) -> dict[str, tuple[int, ...]]:
    """Counts the books of each person in a role by their rating, those without a rating first.

    The library counts names with different sort forms separately; here they are added up, because
    imported files give only some of the sort forms.
    """
    made: dict[str, tuple[int, ...]] = {}
    for group in query.statistics_by(role):
        name, given = group.name or "", group.ratings
        known = made.get(name)
        made[name] = given if known is None else tuple(map(int.__add__, known, given))
    return made


def _others(query: Query) -> list[dict[str, Any]]:
    """Counts the people with other roles, which the library does not count."""
    if not own_roles(query.facets("role")):
        return []
    of_several = query.where(having="contributors").order_by("id")
    columns = of_several.columns("contributors", "rating")
    ratings: dict[tuple[str, str], list[int]] = {}
    for people, rating in zip(columns["contributors"], columns["rating"]):
        for each in people:
            if each.role not in ROLES:
                ratings.setdefault((each.role, each.name), []).append(rating)
    rows = []
    for (role, name), given in sorted(ratings.items()):
        rated = [rating for rating in given if rating]
        average = round(sum(rated) / len(rated), 2) if rated else None
        rows.append(
            {"name": name, "books": len(given), "rated": len(rated), "average": average,
             "role": role}
        )  # fmt: skip
    return rows
