"""The first page with sqlite3."""

import sqlite3
import sys

from answer import answer

db = sqlite3.connect(sys.argv[1])
rows = db.execute("SELECT * FROM books ORDER BY title, id LIMIT 50").fetchall()
answer(row[0] for row in rows)
