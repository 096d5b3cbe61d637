"""The first page with DuckDB."""

import sys

import duckdb
from answer import answer

db = duckdb.connect(sys.argv[1], read_only=True)
rows = db.execute("SELECT * FROM books ORDER BY title, id LIMIT 50").fetchall()
answer(row[0] for row in rows)
