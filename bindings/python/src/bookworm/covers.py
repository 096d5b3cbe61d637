"""The cover of a book: its properties, and its bytes on demand."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.errors import NotFoundError
from ._native.library import call, call_int64, library
from ._native.modules import Brief, publish
from ._native.values import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .session import Session

_FORMATS = {
    c.BW_COVER_FORMAT_JPEG: "jpeg",
    c.BW_COVER_FORMAT_PNG: "png",
    c.BW_COVER_FORMAT_WEBP: "webp",
    c.BW_COVER_FORMAT_GIF: "gif",
    c.BW_COVER_FORMAT_AVIF: "avif",
}
_PIECE = 1 << 18


class Cover(metaclass=Brief):
    """The cover that a book had when it was read by `book.cover` or `store.books.cover(book)`.

    `data` and pieces() read the bytes from the store, and raise NotFoundError if the book has
    another cover by then. Two covers are equal if their bytes are.
    """

    __slots__ = {
        "format": 'A str: "jpeg", "png", "webp", "gif" or "avif".',
        "media_type": 'A str such as "image/jpeg", for a Content-Type.',
        "width": "In pixels, by the file's header; an orientation in it is not applied.",
        "height": "In pixels.",
        "size": "The number of bytes.",
        "digest": "16 hexadecimal digits computed from the bytes, usable as an ETag.",
        "_book": "",
        "_session": "",
        "_struct": "",
    }
    format: str
    media_type: str
    width: int
    height: int
    size: int
    digest: str

    def __init__(self, session: Session, book: int, cover: Any) -> None:
        """Not for use: ask a book for its cover."""
        self._session, self._book, self._struct = session, book, cover
        self.format = _FORMATS.get(cover.format, "unknown")
        self.media_type = cover.media_type.data.decode()
        self.width, self.height, self.size = cover.width, cover.height, cover.length
        self.digest = cover.digest.decode()

    @property
    def data(self) -> bytes:
        """All its bytes, read from the store each time."""
        return self._read(0, self.size)

    def pieces(self, size: int = _PIECE) -> Iterator[bytes]:
        """Reads its bytes a piece at a time, each of `size` bytes except the last."""
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            refuse("size", "an int above 0", size)
        for offset in range(0, self.size, size):
            yield self._read(offset, min(size, self.size - offset))

    def _read(self, offset: int, size: int) -> bytes:
        memory = (ctypes.c_uint8 * size)()
        handle = self._session._alive()._use()
        known = ctypes.byref(self._struct)
        read = library.bw_book_get_cover_bytes
        count = call_int64(read, handle, self._book, known, offset, memory, size)
        return ctypes.string_at(memory, count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cover):
            return NotImplemented
        return (self.digest, self.size) == (other.digest, other.size)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        shape = f"{self.width} x {self.height}"
        return f"<Cover of book {self._book}: {self.format}, {shape}, {self.size} bytes>"


def read_cover(session: Session, book: int) -> Cover | None:
    """The cover of a book, or None if it has none."""
    cover = c.bw_cover(size=ctypes.sizeof(c.bw_cover))
    try:
        call(library.bw_book_get_cover, session._use(), book, ctypes.byref(cover))
    except NotFoundError as error:
        if error.field == "cover":
            return None
        raise
    return Cover(session, book, cover)


def set_cover(session: Session, book: int, data: object) -> None:
    """Sets the cover of a book, or removes it for None."""
    if data is None:
        call(library.bw_book_remove_cover, session._use(), book)
        return
    if not isinstance(data, (bytes, bytearray, memoryview)):
        refuse("cover", "bytes, or None to remove it", data)
    copy = bytes(data)
    memory = ctypes.cast(ctypes.c_char_p(copy), ctypes.POINTER(ctypes.c_uint8))
    call(library.bw_book_set_cover, session._use(), book, memory, len(copy))


publish(Cover)
