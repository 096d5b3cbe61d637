"""The operations of the Python programs in a round, in this order."""

from __future__ import annotations

from .python_peers import FRAMES, OURS, PEERS
from .work import Sizes, Work

_EVERYONE = (tuple(peer.name for peer in PEERS + FRAMES),)
# Titles are sorted by bytes; Bookworm's human-friendly order is compared with the equal floor in C.
_BY_BYTES = (tuple(peer.name for peer in PEERS if peer.name != OURS),)


def creating(sizes: Sizes) -> list[Work]:
    return [Work("create", sizes.batch, _EVERYONE), Work("verify", 1, _EVERYONE)]


def python_works(sizes: Sizes) -> list[Work]:
    """Operations that change a store are done on a copy."""
    pages = sizes.pages // 2
    return [
        Work("create-again", sizes.batch),
        Work("read", sizes.reads // 2, _EVERYONE),
        Work("page-first", pages, _BY_BYTES),
        Work("page-deep", pages, _BY_BYTES),
        Work("page-offset", max(1, pages // 25), _BY_BYTES),
        Work("page-genre-rating-common", max(1, pages // 10), _BY_BYTES),
        Work("page-genre-rating-rare", max(1, pages // 10), _BY_BYTES),
        Work("page-genre-rating-none", max(1, pages // 25), _EVERYONE),
        Work("page-genre-favourite", max(1, pages // 10), _BY_BYTES),
        Work("search-best", max(1, pages // 25), _EVERYONE),
        Work("search-page", pages, _EVERYONE),
        Work("statistics-genres", max(1, pages // 200), _EVERYONE),
        Work("scan", 1, _EVERYONE),
        Work("scan-rows", 1, _EVERYONE),
        Work("scan-by-title", 1, _EVERYONE),
        Work("frame", 1, _EVERYONE),
        Work("rate-together", sizes.rates, _EVERYONE),
        Work("rate-each", sizes.rates // 4, _EVERYONE),
        Work("create-one", sizes.singles // 2, _EVERYONE),
        Work("delete-books", sizes.deletes, _EVERYONE),
        Work("delete-genre", 1, _EVERYONE),
        Work("start", max(1, sizes.starts // 8), _BY_BYTES),
    ]


ALL_AT_ONCE = frozenset(["create-again", "delete-books"])
"""Operations whose count is not a number of repetitions: it is the same for slow peers."""
WHOLE_STORE = frozenset(["create-again", "scan", "scan-rows", "delete-books"])
"""Operations that slow peers do only once, in the rehearsal."""
REHEARSED = 5
"""The number of repetitions in the rehearsal, where all results must agree."""
