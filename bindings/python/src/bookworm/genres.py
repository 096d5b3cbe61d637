"""The genres of a store, and the standard ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import texts
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.values import Int64s, refuse, text
from .genre import genre_rows
from .genre_keys import find_id, genre_key, genre_keys
from .models import Genre
from .row import hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any, TypeVar, overload

    from .hints import GenreLike
    from .session import Session

    _Default = TypeVar("_Default")


class Genres:
    """The genres of a store: `store.genres`.

    Iterating gives them by name, as a person sorts names. Length and `in` are cheap.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `genres`."""
        self._session = session

    def create(self, name: str, colour: str | None = None) -> Genre:
        """Makes a genre.

        name    must hold something besides white space; at most 16 KiB as UTF-8. It is kept as it
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
        if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
            refuse("names", "a list of names", names)
        encoded = [text(name, "names") for name in names]
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

    def __getitem__(self, genre: str | int) -> Genre:
        """The genre with a name, whatever its case, or with an id. Raises NotFoundError."""
        found = self._at(find_id(self._session._use(), genre_key(self._session, genre)))
        found.refresh()
        return found

    def with_global_id(self, global_id: uuid.UUID) -> Genre:
        """The genre that has a global id. Raises NotFoundError."""
        from . import global_ids

        return self[global_ids.find(self._session._use(), c.BW_ENTITY_GENRE, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, genre: str | int) -> Genre | None: ...

        @overload
        def get(self, genre: str | int, default: _Default) -> Genre | _Default: ...

    def get(self, genre: str | int, default: Any = None) -> Any:
        """The genre with a name or an id, or `default` where there is none."""
        try:
            return self[genre]
        except NotFoundError:
            return default

    def __delitem__(self, genre: GenreLike) -> None:
        """Deletes one genre and takes it off every book. Raises NotFoundError."""
        handle = self._session._use()
        call(library.bw_genre_delete, handle, find_id(handle, genre_key(self._session, genre)))

    def __contains__(self, genre: object) -> bool:
        if isinstance(genre, Genre):
            return genre._session.store is self._session.store and self.get(genre.id) is not None
        return isinstance(genre, (str, int)) and self.get(genre) is not None

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

    def __repr__(self) -> str:
        return f"<genres of {self._session!r}>"

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
