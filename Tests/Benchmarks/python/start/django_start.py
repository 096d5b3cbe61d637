"""The first page with Django's ORM."""

import sys

from answer import answer
from django.db import connection
from django_books import Book

connection.settings_dict["NAME"] = sys.argv[1]
answer(book.id for book in Book.objects.order_by("title", "id")[:50])
