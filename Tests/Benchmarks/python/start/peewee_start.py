"""The first page with Peewee."""

import sys

from answer import answer
from peewee_books import DATABASE, Book

DATABASE.init(sys.argv[1])
answer(book.id for book in Book.select().order_by(Book.title, Book.id).limit(50))
