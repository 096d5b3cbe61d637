"""The collections of stores and transactions."""

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
    _shown_in = "Store"

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
        """The quotes by id, read and written through this object."""
        return quotes.Quotes(self)

    @property
    def readings(self) -> Readings:
        """The readings by id, read and written through this object."""
        return readings.Readings(self)

    @property
    def shelves(self) -> Shelves:
        """The shelves (saved searches), read and written through this object."""
        return shelves.Shelves(self)

    def statistics(self) -> Statistics:
        """Returns how many books there are and how they are rated, in constant time."""
        return statistics.statistics(self._use(), None)

    def statistics_by(self, group: str) -> StatisticsByGroup:
        """Returns the statistics by group, one Statistics for each.

        By "genre", "month_added" and "month_finished" it reads only counters; by others it reads
        every book.

        Args:
            group: "genre": each genre by name, including those without books; a book counts in each
                of its genres. "author", "series", "publisher": each by name; names that differ only
                in case, accents and surrounding white space are one. "language" and "format".
                "month_added" and "month_finished": each month with any book, from the earliest; the
                latter counts each reading. "status", "rating", "year" and "decade", in ascending
                order. "shelf": each shelf by name; a limit in its line is ignored. "editor",
                "translator", "illustrator", "narrator", "introduction": each contributor with this
                role by name. "person": everybody, in any role. "role": each role of the
                contributors, also those that are not listed here; every book has an "author".

        Raises:
            InvalidError: The group is unknown.
        """
        return statistics.statistics_by(self._use(), None, group)

    def facets(self, group: str, words: str = "", limit: int | None = None) -> StatisticsByGroup:
        """Returns the largest groups of all books: see Query.facets()."""
        return statistics.facets(self._use(), None, group, words, limit)

    def arrow(self, table: str) -> ArrowRows:
        """Returns all rows of a table for data frames: `polars.DataFrame(store.arrow("links"))`.

        Ids of other rows are called book_id and genre_id. For books, the columns are all stored
        fields.

        Args:
            table: "books", "genres", "quotes", "orders", "readings", "shelves", "sources" (where
                books were imported from), "merged_books", or "links" (each book's genres).

        Raises:
            InvalidError: The table is unknown.
        """
        return frames.table_rows(self, table)

    @property
    def orders(self) -> Orders:
        """The orders, placed and read through this object."""
        return orders.Orders(self)
