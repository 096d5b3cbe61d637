"""The first page with Bookworm."""

import sys

import bookworm
from shown import shown

store = bookworm.open(sys.argv[1])
shown(book.id for book in store.books.all().page(50).books)
