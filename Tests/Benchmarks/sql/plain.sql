-- The plain floor: what a program would write for itself without the library.
CREATE TABLE books (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  synopsis TEXT,
  review TEXT,
  notes TEXT,
  rating INTEGER NOT NULL DEFAULT 0,
  favourite INTEGER NOT NULL DEFAULT 0,
  status INTEGER NOT NULL DEFAULT 0,
  series TEXT,
  series_number REAL,
  year INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  started INTEGER,
  finished INTEGER
);
CREATE TABLE genres (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  colour TEXT NOT NULL
);
CREATE TABLE book_genres (
  book INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  genre INTEGER NOT NULL REFERENCES genres (id) ON DELETE CASCADE,
  PRIMARY KEY (book, position)
) WITHOUT ROWID;
CREATE INDEX books_by_title ON books (title);
-- Without this index, a genre's page and its deletion would read every link.
CREATE INDEX book_genres_by_genre ON book_genres (genre);
