"""What stores and transactions have in common: the collections that are used through them."""

from __future__ import annotations

from ._native.modules import LazyModule
from .books import Books
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import frames, genres, orders, quotes, readings, shelves, statistics
    from .frames import ArrowRows
    from .genres import Genres
    from .orders import Orders
    from .quotes import Quotes
    from .readings import Readings
    from .shelves import Shelves
    from .statistics import Statistics, StatisticsByGroup
else:
    frames = LazyModule("frames")
    orders = LazyModule("orders")
    quotes = LazyModule("quotes")
    readings = LazyModule("readings")
    shelves = LazyModule("shelves")
    statistics = LazyModule("statistics")
    genres = LazyModule("genres")


class Collections(Session):
    """A session with its books, genres, quotes, readings, shelves, orders and statistics."""

    __slots__ = ()

    @property
    def books(self) -> Books:
        """The books, read and written through this object."""
        return Books(self)

    @property
    def genres(self) -> Genres:
        """The genres, read and written through this object."""
        return genres.Genres(self)

    @property
    def quotes(self) -> Quotes:
        """The quotes by their ids, read and written through this object."""
        return quotes.Quotes(self)

    @property
    def readings(self) -> Readings:
        """The readings by their ids, read and written through this object."""
        return readings.Readings(self)

    @property
    def shelves(self) -> Shelves:
        """The shelves, searches that are saved, read and written through this object."""
        return shelves.Shelves(self)

    def statistics(self) -> Statistics:
        """How many books there are, and how they are rated. Takes no time, however many."""
        return statistics.statistics(self._use(), None)

    def statistics_by(self, group: str) -> StatisticsByGroup:
        """The same by group, one Statistics for each.

        group  "genre": each genre by name, also those without books; a book counts in each of its
               genres. "author": each author by name; names that differ in nothing but case,
               accents and white space at their ends are one author's. "month_added" and
               "month_finished": each month that has any book, from the earliest; finished counts
               each reading of a book

        By author every book is read; by the others none is. Raises InvalidError for another group.
        """
        return statistics.statistics_by(self._use(), None, group)

    def arrow(self, table: str) -> ArrowRows:
        """All rows of a table for data frames: `polars.DataFrame(store.arrow("links"))`.

        table  "books", "genres", "quotes", "orders", "readings", "shelves"; "sources", what is kept
               of where books were imported from; "merged_books"; or "links", each book's genres

        Ids of other rows are called book_id and genre_id. Of books, the columns are every field
        that is stored. Raises InvalidError for another table.
        """
        return frames.table_rows(self, table)

    @property
    def orders(self) -> Orders:
        """The orders, placed and read through this object."""
        return orders.Orders(self)
