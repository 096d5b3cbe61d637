"""The first page with Django's ORM."""

import sys

from django.db import connection
from django_books import Book
from answer import answer

connection.settings_dict["NAME"] = sys.argv[1]
answer(book.id for book in Book.objects.order_by("title", "id")[:50])
