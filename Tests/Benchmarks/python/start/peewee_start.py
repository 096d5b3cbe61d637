"""The first page with Peewee."""

import sys

from peewee_books import DATABASE, Book
from shown import shown

DATABASE.init(sys.argv[1])
shown(book.id for book in Book.select().order_by(Book.title, Book.id).limit(50))
