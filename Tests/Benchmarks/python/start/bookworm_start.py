"""The first page with Bookworm."""

import sys

import bookworm
from answer import answer

store = bookworm.open(sys.argv[1])
answer(book.id for book in store.books.all().page(50).books)
