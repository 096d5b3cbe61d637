"""The genres of a store, and the standard ones."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import texts
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import LazyModule, publish
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
    from .observer import Observer
    from .presentation import Language
    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids, notebook, observer, presentation
    from ._native import arrow, batches
else:
    arrow = LazyModule("_native.arrow")
    batches = LazyModule("_native.batches")
    global_ids = LazyModule("global_ids")
    notebook = LazyModule("notebook")
    observer = LazyModule("observer")
    presentation = LazyModule("presentation")


class Genres:
    """The genres of a store: `store.genres`.

    Iterating gives them by name, as a person sorts names. `in` is cheap, the length is counted.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `genres`."""
        self._session = session

    def create(self, name: str, colour: str | None = None) -> Genre:
        """Makes a genre.

        name    must hold something visible; at most 16 KiB as UTF-8. It is kept as it
                is given: white space around it counts, so that " Fantasy " is another genre than
                "Fantasy"; case does not
        colour  "#RRGGBB", the "#" may be left out; by default a standard genre gets its own
                colour, and another one red

        Raises ExistsError where there is a genre of this name in whatever case, InvalidError for
        a blank name or something that is no colour.
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
        """The genre of this name, which is made if there is none: see create()."""
        return self._at(find_id(self._session._use(), text(name, "name"), create=True))

    def find_or_create_many(self, names: Iterable[str]) -> list[int]:
        """The ids of the genres of these names, in their order, made where they are missing.

        All of them are made in one step, or none. Names that fold to the same give the same id.
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
        """Makes those of the standard genres that are missing; returns how many."""
        return call_int64(library.bw_genres_create_standard, self._session._use())

    def delete(self, *genres: GenreLike) -> int:
        """Deletes genres in one step, and takes them off every book; returns how many there were.

        Ids that there are none of are passed over; a name that there is none of raises
        NotFoundError.
        """
        handle = self._session._use()
        ids = Int64s([find_id(handle, key) for key in genre_keys(self._session, genres)])
        return call_int64(library.bw_genres_delete, handle, ids.reference, ids.count)

    def count(self) -> int:
        """How many genres there are."""
        return call_int64(library.bw_genres_count, self._session._use())

    def observe(self, *, since: int | None = None) -> Observer[Genre]:
        """An Observer of the list of genres, which is its `page`.

        It tells which genres entered, left and moved among the others, and of those that stayed
        updates of "name", "colour" and "book_count". `since` as in store.observe(): where anything
        may have changed since then, it says that the list must be read again.
        """
        store = self._session.store

        def rows(result: ctypes.c_void_p) -> list[Genre]:
            return genre_rows(Genre, store, result)

        return observer.Observer[Genre]._of(store, rows, since, library.bw_genres_observe)

    def __getitem__(self, genre: str | int) -> Genre:
        """The genre with a name, whatever its case, or with an id. Raises NotFoundError.

        Where no genre has just this name, it is the one that has it in another language: "Romans"
        finds "Romance". What creates, changes or deletes takes names as they are.
        """
        return self._read(meant_id(self._session._use(), genre_key(self._session, genre)))

    def _read(self, row: int) -> Genre:
        found = self._at(row)
        found.refresh()
        return found

    def with_global_id(self, global_id: uuid.UUID) -> Genre:
        """The genre that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_GENRE, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, genre: str | int, *, exact: bool = ...) -> Genre | None: ...

        @overload
        def get(
            self, genre: str | int, default: _Default, *, exact: bool = ...
        ) -> Genre | _Default: ...

    def get(self, genre: str | int, default: Any = None, *, exact: bool = False) -> Any:
        """The genre with a name or an id, or `default` where there is none.

        exact  by its own name alone, never by the one that it has in another language
        """
        find = find_id if exact else meant_id
        try:
            return self._read(find(self._session._use(), genre_key(self._session, genre)))
        except NotFoundError:
            return default

    def __delitem__(self, genre: GenreLike) -> None:
        """Deletes one genre and takes it off every book. Raises NotFoundError."""
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
        """All genres, in the order of the names that are displayed in a language."""
        number = presentation.language_number(language)
        result = call_handle(library.bw_genres_list_by_display_name, self._session._use(), number)
        try:
            return genre_rows(Genre, self._session, result)
        finally:
            free_result(result)

    def __repr__(self) -> str:
        return f"<genres of {self._session!r}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All genres by name as an Arrow stream, such as `polars.DataFrame(store.genres)` takes."""
        return arrow.capsule_of(call_handle(library.bw_genres_list, self._session._use()))

    def _repr_html_(self) -> str:
        return notebook.genres_html(self)

    def _ipython_key_completions_(self) -> list[str]:
        """What a notebook offers behind `genres["`."""
        return [genre.name for genre in self]

    def _at(self, row: int) -> Genre:
        genre: Genre = hollow(Genre, self._session, row)
        return genre


class StandardGenre(NamedTuple):
    """One of the seven genres that a new collection starts with."""

    name: str
    colour: str


def standard_genres() -> list[StandardGenre]:
    """The seven standard genres with their colours. Needs no store."""
    result = call_handle(library.bw_genres_list_standard)
    try:
        names = read(result, c.BW_GENRE_NAME, "text")
        return list(map(StandardGenre, names, read(result, c.BW_GENRE_COLOUR, "text")))
    finally:
        free_result(result)


publish(Genres, StandardGenre, standard_genres)
