"""Types for hints, which are not needed at run time."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Optional, TypedDict, Union

from ._native.modules import Brief, publish
from .genre import GenreRow
from .statistics import Statistics

GenreLike = Union[GenreRow, str, int]
"""A genre: the object, its name, or its id."""

FacetLike = Union[Statistics, str, datetime.date]
"""A facet of a group: an item of facets(), its name, or for months a date in the month."""

Identifiers = Union[Mapping[str, str], Iterable[tuple[str, str]]]
"""Identifiers: `{"isbn": "9780441172719"}`, or pairs of scheme and value."""

ContributorLike = Union[
    str,
    tuple[str],
    tuple[str, Optional[str]],
    tuple[str, Optional[str], Optional[str]],
    Mapping[str, Optional[str]],
]
"""A contributor: the name of an author, a Contributor, or a mapping like it."""


TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._native.field_tables import FieldConditions
else:
    FieldConditions = TypedDict


class NewReading(TypedDict, total=False):
    """One reading of a new book, or of an import's row: the items of `readings`.

    Attributes:
        started: The day when it began, a date.
        finished: The day when it ended, a date; an open reading has none.
        outcome: "open", "completed" or "did-not-finish". If it is not given, a reading with only a
            start is open, and others are completed.
        note: The reader's words.
        id: In an import: the id that the source gives to the reading, which identifies it.
    """

    started: datetime.date | None
    finished: datetime.date | None
    outcome: str | None
    note: str | None
    id: str | None


class Conditions(FieldConditions, total=False):
    """The keywords of Query.where()."""

    genre: GenreLike | Iterable[GenreLike] | None
    genres_all: Iterable[GenreLike]
    genres_none: Iterable[GenreLike]
    rating: int | tuple[int | None, int | None] | list[int] | set[int] | None
    exact_rating: float | tuple[float | None, float | None] | list[float] | set[float] | None
    or_not_rated: bool
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
    title: str
    author: str
    subtitle: str | None
    series: str | None
    publisher: str | None
    format: str | None
    author_sort: str | None
    title_sort: str | None
    synopsis: str | None
    review: str | None
    notes: str | None
    quote: str | None
    isbn: str | None
    edition: int | tuple[int | None, int | None] | list[int] | set[int] | None
    favorite: bool
    person: str
    editor: str
    translator: str
    illustrator: str
    narrator: str
    introduction: str
    title_is: str | list[str] | set[str]
    subtitle_is: str | list[str] | set[str]
    series_is: str | list[str] | set[str]
    publisher_is: str | list[str] | set[str]
    format_is: str | list[str] | set[str]
    author_sort_is: str | list[str] | set[str]
    title_sort_is: str | list[str] | set[str]
    language_is: str | list[str] | set[str]
    person_is: str | list[str] | set[str]
    author_is: str | list[str] | set[str]
    editor_is: str | list[str] | set[str]
    translator_is: str | list[str] | set[str]
    illustrator_is: str | list[str] | set[str]
    narrator_is: str | list[str] | set[str]
    introduction_is: str | list[str] | set[str]
    without: str | Iterable[str]
    having: str | Iterable[str]


publish(Conditions, NewReading)

if not TYPE_CHECKING:

    class _BriefTypedDict(Brief, type(NewReading)):
        """Brief, for classes of typing.TypedDict, which have their own metaclass."""

    for _hint in (Conditions, NewReading):
        _hint.__class__ = _BriefTypedDict
