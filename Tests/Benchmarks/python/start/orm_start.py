"""The first page with SQLAlchemy's ORM."""

import sys

from answer import answer
from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session
from sqlalchemy_books import Book

session = Session(create_engine(f"sqlite:///{sys.argv[1]}"))
answer(book.id for book in session.scalars(select(Book).order_by(Book.title, Book.id).limit(50)))
