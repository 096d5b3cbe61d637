"""Books as rows of a list: the values for the template of a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bookworm
from bookworm import presentation

from ..quoting import quoted


@dataclass(frozen=True)
class Chip:
    """A genre as a chip."""

    id: int
    name: str
    line: str


class Row:
    """A book in a list.

    chips    its genres, by the names that are displayed
    first    the id of its primary genre, or 0
    picture  its cover, or None
    covers   the classes of a drawn cover: its own design, and the colours of its first genres
    is_low   whether the list highlights it
    exact    its exact rating
    part     the classes of the star that is lit in part
    """

    __slots__ = ("book", "chips", "covers", "exact", "first", "is_low", "part", "picture")

    def __init__(self, book: bookworm.Book, chips: dict[int, Chip]) -> None:
        genres = book.genres.ids()
        self.book = book
        self.chips = [each for each in chips.values() if each.id in genres]
        self.first = genres[0] if genres else 0
        self.picture = book.cover
        self.covers = cover(book.id, genres)
        self.is_low = presentation.is_low(book.rating)
        self.exact = book.exact_rating
        self.part = part(book.rating, self.exact)


def part(rating: int, exact: float | None) -> str:
    """Returns the CSS classes of a partly filled star: the last of the rating, or the next."""
    if exact is None or exact.is_integer():
        return ""
    place = "here" if exact < rating else "after"
    return f"{place} p{exact % 1 * 100:.0f}"


def cover(book: int, genres: list[int]) -> str:
    """Returns the classes of a drawn cover."""
    first = f" g{genres[0]}" if genres else ""
    second = f" h{genres[1]}" if len(genres) > 1 else ""
    return f"v{book % 6}{first}{second}"


def stars_of(book: bookworm.Book) -> str:
    """Returns the rating of a book as text; "" if it is not rated."""
    exact = book.exact_rating
    if exact is not None:
        return presentation.exact_stars(exact)
    return presentation.stars(book.rating) if book.rating else ""


def chips(store: bookworm.Store, language: str) -> dict[int, Chip]:
    """Returns all genres as chips, in the order of the names that are displayed."""
    return {
        genre.id: Chip(genre.id, genre.display_name(language), f"genre:{quoted(genre.name)}")
        for genre in store.genres.by_display_name(language)
    }


def rows(store: bookworm.Store, books: Iterable[bookworm.Book], language: str) -> list[Row]:
    """Books as rows. A book that is deleted meanwhile is left out."""
    known = chips(store, language)
    made = []
    for book in books:
        try:
            made.append(Row(book, known))
        except bookworm.NotFoundError:
            continue
    return made
