"""The genres of a store, and the standard ones."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import texts
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import Brief, LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.values import Int64s, is_list, refuse, text
from .genre import genre_rows
from .genre_keys import find_id, genre_key, genre_keys, meant_id
from .models import Genre
from .row import hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any, TypeVar, overload

    from .hints import GenreLike
    from .languages import Language
    from .observer import Observer
    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids, languages, notebook, observer
    from ._native import arrow, batches
else:
    arrow = LazyModule("_native.arrow")
    batches = LazyModule("_native.batches")
    global_ids = LazyModule("global_ids")
    notebook = LazyModule("notebook")
    observer = LazyModule("observer")
    languages = LazyModule("languages")


class Genres(metaclass=Brief):
    """The genres of a store: `store.genres`.

    Iterating gives them by name, as a person sorts names. `in` is cheap; len() counts.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `genres`."""
        self._session = session

    def create(self, name: str, colour: str | None = None) -> Genre:
        """Creates a genre.

        Args:
            name: Not blank; at most 16 KiB as UTF-8. It is stored as given. Case is ignored, but
                surrounding white space is not: " Fantasy " and "Fantasy" are two genres.
            colour: "#RRGGBB"; the "#" is optional. By default a standard genre gets its own colour,
                and any other genre red; find_or_create() derives one from the name.

        Raises:
            ExistsError: A genre has this name, ignoring case.
            InvalidError: The name is blank, or the colour is invalid.
        """
        encoded = text(name, "name")
        shade = None if colour is None else text(colour, "colour")
        made = call_int64(
            library.bw_genre_create,
            self._session._use(),
            encoded,
            len(encoded),
            shade,
            0 if shade is None else len(shade),
        )
        return self._at(made)

    def find_or_create(self, name: str) -> Genre:
        """Returns the genre with this name; creates it if missing: see create().

        A genre that is created by its name alone, here or with a book, gets a colour that depends
        only on its name. A standard genre gets its own colour, and any other genre one from a
        palette of twenty that even colour-blind people can distinguish, on light and dark
        backgrounds.
        """
        return self._at(find_id(self._session._use(), text(name, "name"), create=True))

    def find_or_create_many(self, names: Iterable[str]) -> list[int]:
        """Returns the ids of the genres with these names, in their order; creates missing ones.

        Creates all missing genres in one step, or none. Names that differ only in case get the same
        id.
        """
        if isinstance(names, (str, bytes)) or not is_list(names):
            refuse("names", "a list of names", names)
        encoded = batches.by_row(lambda name: text(name, "names"), list(names), "names")
        ids = Int64s([0] * len(encoded))
        call(
            library.bw_genres_find_or_create,
            self._session._use(),
            texts(encoded),
            len(encoded),
            ids.reference,
            None,
        )
        return ids.values()

    def create_standard(self) -> int:
        """Creates the standard genres that are missing. Returns how many."""
        return call_int64(library.bw_genres_create_standard, self._session._use())

    def recolour(self) -> int:
        """Gives each red genre the colour of its name, in one step. Returns how many changed.

        Genres that were created without a colour are red: before version 2.1 all of them, and since
        then those of create(), except standard genres. A genre that someone made red is recoloured
        too; Romance is not, because its own colour is red.
        """
        return call_int64(library.bw_genres_recolour, self._session._use())

    def delete(self, *genres: GenreLike) -> int:
        """Deletes genres in one step. Returns how many were deleted.

        Removes them from every book. Unknown ids are ignored; an unknown name raises NotFoundError.
        """
        handle = self._session._use()
        ids = Int64s([find_id(handle, key) for key in genre_keys(self._session, genres)])
        return call_int64(library.bw_genres_delete, handle, ids.reference, ids.count)

    def count(self) -> int:
        """Returns the number of genres."""
        return call_int64(library.bw_genres_count, self._session._use())

    def observe(self, *, since: int | None = None) -> Observer[Genre]:
        """Returns an Observer of the list of genres, which is its `page`.

        It reports which genres entered, left and moved, and updates of "name", "colour" and
        "book_count" of the others.

        Args:
            since: The number of a transaction, as in store.observe(). If the list may have changed
                since then, the first Changes have `reread`.
        """
        store = self._session.store

        def rows(result: ctypes.c_void_p) -> list[Genre]:
            return genre_rows(Genre, store, result)

        return observer.Observer[Genre]._of(store, rows, since, library.bw_genres_observe)

    def __getitem__(self, genre: str | int) -> Genre:
        """Returns the genre with a name, ignoring case, or with an id.

        If no genre has this name, returns the genre with this name in another language: "Romans"
        finds "Romance". Calls that create, change or delete take names literally.

        Raises:
            NotFoundError: No genre has this name or id.
        """
        return self._read(meant_id(self._session._use(), genre_key(self._session, genre)))

    def _read(self, row: int) -> Genre:
        found = self._at(row)
        found.refresh()
        return found

    def with_global_id(self, global_id: uuid.UUID) -> Genre:
        """Returns the genre that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_GENRE, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, genre: str | int, *, exact: bool = ...) -> Genre | None: ...

        @overload
        def get(
            self, genre: str | int, default: _Default, *, exact: bool = ...
        ) -> Genre | _Default: ...

    def get(self, genre: str | int, default: Any = None, *, exact: bool = False) -> Any:
        """Returns the genre with a name or an id, or `default` if there is none.

        Args:
            genre: A name or an id.
            default: The result if the genre does not exist.
            exact: Find the genre only by its own name, not by its name in another language.
        """
        find = find_id if exact else meant_id
        try:
            return self._read(find(self._session._use(), genre_key(self._session, genre)))
        except NotFoundError:
            return default

    def __delitem__(self, genre: GenreLike) -> None:
        """Deletes one genre and removes it from every book. Raises NotFoundError."""
        handle = self._session._use()
        call(library.bw_genre_delete, handle, find_id(handle, genre_key(self._session, genre)))

    def __contains__(self, genre: object) -> bool:
        if isinstance(genre, Genre):
            return genre._session.store is self._session.store and self.get(genre.id) is not None
        if isinstance(genre, bool) or not isinstance(genre, (str, int)):
            return False
        return self.get(genre) is not None

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __iter__(self) -> Iterator[Genre]:
        result = call_handle(library.bw_genres_list, self._session._use())
        try:
            return iter(genre_rows(Genre, self._session, result))
        finally:
            free_result(result)

    def by_display_name(self, language: Language | str) -> list[Genre]:
        """Returns all genres, sorted by their displayed names in the given language."""
        number = languages.language_number(language)
        result = call_handle(library.bw_genres_list_by_display_name, self._session._use(), number)
        try:
            return genre_rows(Genre, self._session, result)
        finally:
            free_result(result)

    def __repr__(self) -> str:
        return f"<genres of {self._session!r}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All genres by name as an Arrow stream, for `polars.DataFrame(store.genres)`."""
        return arrow.capsule_of(call_handle(library.bw_genres_list, self._session._use()))

    def _repr_html_(self) -> str:
        return notebook.genres_html(self)

    def _ipython_key_completions_(self) -> list[str]:
        """The completions of a notebook after `genres["`."""
        return [genre.name for genre in self]

    def _at(self, row: int) -> Genre:
        genre: Genre = hollow(Genre, self._session, row)
        return genre


class StandardGenre(NamedTuple):
    """One of the seven standard genres.

    Attributes:
        name: The name in English.
        colour: The colour as "#RRGGBB".
    """

    name: str
    colour: str


def standard_genres() -> list[StandardGenre]:
    """Returns the seven standard genres with their colours. Needs no store."""
    result = call_handle(library.bw_genres_list_standard)
    try:
        names = read(result, c.BW_GENRE_NAME, "text")
        return list(map(StandardGenre, names, read(result, c.BW_GENRE_COLOUR, "text")))
    finally:
        free_result(result)


publish(Genres, StandardGenre, standard_genres)
