"""The names of operations and peers in the tables."""

from __future__ import annotations

from .python_peers import TITLES as PYTHON_TITLES

WORKS = {
    "create": "create in batches, rows/s",
    "create-one": "one create per commit, rows/s",
    "read": "read by id, reads/s",
    "read-in-transaction": "read by id in a read transaction, reads/s",
    "rate-together": "rate, one transaction, books/s",
    "rate-each": "rate, one per commit, books/s",
    "page-first": "first page by title, ms",
    "page-deep": "page in the middle by cursor, ms",
    "page-offset": "page in the middle by OFFSET, ms",
    "page-genre-rating-common": "page of a genre, rating >= 4, many match, ms",
    "page-genre-rating-rare": "page of a genre, rating >= 4, 1 % match, ms",
    "page-genre-rating-none": "page of a genre, rating >= 4, none match, ms",
    "page-genre-favourite": "page of a genre, favourites rated >= 4, ms",
    "scan": "every book, every field, rows/s",
    "scan-rows": "every book as objects, rows/s",
    "scan-by-title": "every book by title, rows/s",
    "frame": "every book to Arrow or a data frame, rows/s",
    "search-best": "full-text word, best 50, ms",
    "search-page": "full-text word, any 50, ms",
    "statistics-genres": "number and average rating by genre, ms",
    "delete-books": "delete a tenth of the books (10,000 at most), ms",
    "delete-genre": "delete the largest genre, ms",
    "start": "start, open, first page, ms",
    "goodbooks": "load goodbooks-10k, books/s",
}
PEERS = {
    "plain": "plain floor",
    "equal": "equal floor",
    "bookworm": "Bookworm",
    **PYTHON_TITLES,
}


def name(work: str) -> str:
    return WORKS[work].rpartition(", ")[0]


def unit(work: str) -> str:
    return WORKS[work].rpartition(", ")[2]


def peer(key: str) -> str:
    return PEERS[key]
