"""The first page with apsw."""

import sys

import apsw
from answer import answer

db = apsw.Connection(sys.argv[1])
rows = db.execute("SELECT * FROM books ORDER BY title, id LIMIT 50").fetchall()
answer(row[0] for row in rows)
