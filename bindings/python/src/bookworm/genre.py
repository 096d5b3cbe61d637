"""A genre as a row: a snapshot that writes through."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.errors import Error
from ._native.fields import row_fields
from ._native.library import call, free_result, give, library, take
from ._native.modules import LazyModule
from ._native.values import text
from .row import Row, refuse_deletion, slots

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any

    from . import global_ids, presentation
    from ._native import columns
    from ._native.field_tables import GenreAttributes
    from .presentation import Language
    from .session import Session

    class _Typed(Row, GenreAttributes):
        """A row with the attributes that the table of fields gives it."""

else:
    _Typed = Row
    global_ids = LazyModule("global_ids")
    presentation = LazyModule("presentation")
    columns = LazyModule("_native.columns")

FIELDS = row_fields(c.BW_ENTITY_GENRE)
_COLUMNS = [(field.bit, field.kind) for field in FIELDS.values() if field.help]


class GenreFields(_Typed):
    """The class of an object while its slots are being filled; then its class becomes Genre."""

    __slots__ = slots(FIELDS)

    def __init__(
        self,
        session: Session,
        id: int,
        name: str,
        colour: str,
        rgb: int,
        book_count: int,
        picture: str,
    ) -> None:
        self._session = session
        self.id = id
        self.name = name
        self.colour = colour
        self.rgb = (rgb >> 16, rgb >> 8 & 255, rgb & 255)
        self.book_count = book_count
        self.picture = picture
        self.__class__ = self._whole


class GenreRow(GenreFields):
    """A genre as it was read, without the query for its books: see models.py."""

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Genre is made by `store.genres`."""
        raise TypeError("a Genre is made by store.genres.create()")

    @property
    def global_id(self) -> uuid.UUID:
        """Its id in every copy of the store; set when the genre is created, never changed."""
        return global_ids.of_genre(self._session._alive()._use(), self.id)

    @property
    def text_colour(self) -> str:
        """Whichever of "#000000" and "#FFFFFF" is easier to read on its colour."""
        return presentation.text_colour(self.rgb)

    def display_name(self, language: Language | str = "en") -> str:
        """Returns its name in the given language; only standard genres are translated."""
        return presentation.genre_name(self.name, language)

    def as_dict(self) -> dict[str, Any]:
        """Returns its fields by name, and its global_id, which is read from the store."""
        return {**super().as_dict(), "global_id": self.global_id}

    def delete(self) -> None:
        """Deletes the genre and removes it from every book. No book is deleted.

        Raises:
            NotFoundError: It is already deleted.
        """
        call(library.bw_genre_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> GenreRow:
        session = self._session
        scratch = take()
        genre = c.bw_genre(size=ctypes.sizeof(c.bw_genre))
        reference = ctypes.byref(genre)
        try:
            library.bw_genre_get(
                session._alive()._use(), self.id, reference, scratch.handle_ref, scratch.error_ref
            )
            try:
                name = (genre.name.data or b"").decode("utf-8", "replace")
                colour = (genre.colour.data or b"").decode("utf-8", "replace")
                picture = (genre.picture.data or b"").decode("utf-8", "replace")
            finally:
                free_result(scratch.handle)
        finally:
            give(scratch)
        made: Any = GenreFields(session, self.id, name, colour, genre.rgb, genre.books, picture)
        return made  # type: ignore[no-any-return]

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            handle = self._session._alive()._use()
            if name == "name":
                encoded = text(value, "name")
                call(library.bw_genre_rename, handle, self.id, encoded, len(encoded))
            elif name == "colour":
                encoded = text(value, "colour")
                call(library.bw_genre_set_colour, handle, self.id, encoded, len(encoded))
            else:
                raise AttributeError(f"a genre's {name!r} cannot be set; its name and colour can")
            self._forget("name", "colour", "rgb", "picture")

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Genre {self.id}: {self.name!r}>"
        except Error:  # the object is read only now, and that failed
            return f"<Genre {self.id}>"


def genre_rows(whole: type[Any], session: Session, result: ctypes.c_void_p) -> list[Any]:
    """The rows of a result as objects of `whole`."""
    values = [columns.read(result, bit, kind) for bit, kind in _COLUMNS]
    filled = whole._filled
    return [filled(session, *row) for row in zip(*values)]
