"""The operations of the C programs in a round, in this order."""

from __future__ import annotations

from .work import Sizes, Work

_EVERYONE = (("plain", "equal", "bookworm"),)
# The plain floor sorts titles by their bytes, the two others in human-friendly order.
_BY_NAME = (("equal", "bookworm"),)
_NO_WORDS = ("plain",)


def c_works(sizes: Sizes) -> list[Work]:
    """Operations that change or delete books come after those that measure all books."""
    return [
        Work("create", sizes.batch, _EVERYONE),
        Work("verify", 1, _EVERYONE),
        Work("start", sizes.starts, _BY_NAME),
        Work("read", sizes.reads, _EVERYONE),
        Work("read-in-transaction", sizes.reads, _EVERYONE),
        Work("page-first", sizes.pages, _BY_NAME),
        Work("page-deep", sizes.pages, _BY_NAME),
        Work("page-offset", max(1, sizes.pages // 50), _BY_NAME),
        Work("page-genre-rating-common", sizes.pages, _BY_NAME),
        Work("page-genre-rating-rare", max(1, sizes.pages // 10), _BY_NAME),
        Work("page-genre-rating-none", max(1, sizes.pages // 250), _EVERYONE),
        Work("page-genre-favourite", max(1, sizes.pages // 10), _BY_NAME),
        Work("search-best", max(1, sizes.pages // 250), _BY_NAME, _NO_WORDS),
        Work("search-page", sizes.pages, _BY_NAME, _NO_WORDS),
        Work("statistics-genres", max(1, sizes.pages // 250), _EVERYONE),
        Work("scan", 1, _EVERYONE),
        Work("scan-by-title", 1, _EVERYONE),
        Work("rate-together", sizes.rates, _EVERYONE),
        Work("rate-each", sizes.rates, _EVERYONE),
        Work("create-one", sizes.singles, _EVERYONE),
        Work("verify", 1, _EVERYONE),
        Work("delete-books", sizes.deletes, _EVERYONE),
        Work("delete-genre", 1, _EVERYONE),
        Work("verify", 1, _EVERYONE),
        Work("verify-statistics", 1, _EVERYONE),
    ]
