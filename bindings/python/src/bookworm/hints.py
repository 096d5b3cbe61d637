"""Types for hints, which nothing needs while it runs."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import TypedDict, Union

from ._native.modules import publish
from .genre import GenreRow

GenreLike = Union[GenreRow, str, int]
"""How a genre is named where one is wanted: the object, its name, or its id."""

Identifiers = Union[Mapping[str, str], Iterable[tuple[str, str]]]
"""What is taken for identifiers: `{"isbn": "9780441172719"}`, or pairs of scheme and value."""


TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._native.book_fields import FieldConditions
else:
    FieldConditions = TypedDict


class Conditions(FieldConditions, total=False):
    """The keywords of Query.where(), as its type hints have them."""

    genre: GenreLike | Iterable[GenreLike] | None
    genres_all: Iterable[GenreLike]
    genres_none: Iterable[GenreLike]
    rating: int | tuple[int | None, int | None] | list[int] | set[int] | None
    or_not_rated: bool
    favourite: bool
    status: str | Iterable[str]
    identifier: tuple[str, str] | Identifiers | None
    created: tuple[datetime.datetime | None, datetime.datetime | None]
    started: (
        datetime.date
        | tuple[datetime.date | None, datetime.date | None]
        | list[datetime.date]
        | None
    )
    finished: (
        datetime.date
        | tuple[datetime.date | None, datetime.date | None]
        | list[datetime.date]
        | None
    )
    without: str | Iterable[str]
    having: str | Iterable[str]


publish(Conditions)
