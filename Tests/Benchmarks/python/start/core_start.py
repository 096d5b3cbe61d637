"""The first page with SQLAlchemy Core."""

import sys

from answer import answer
from sqlalchemy import create_engine, select
from sqlalchemy_books import Book

books = Book.__table__
connection = create_engine(f"sqlite:///{sys.argv[1]}").connect()
rows = connection.execute(select(books).order_by(books.c.title, books.c.id).limit(50)).all()
answer(row.id for row in rows)
