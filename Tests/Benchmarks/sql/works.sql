-- The plain peers' statements on plain.sql, by the names of the operations. Each `?` is a value.

-- add-book
INSERT INTO books (id, title, author, review, rating, favourite, year, created, updated)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
-- add-link
INSERT INTO book_genres (book, position, genre) VALUES (?, ?, ?)
-- add-genre
INSERT INTO genres (id, name, colour) VALUES (?, ?, ?)
-- read
SELECT * FROM books WHERE id = ?
-- rate
UPDATE books SET rating = ?, updated = ? WHERE id = ?
-- page-first
SELECT * FROM books ORDER BY title, id LIMIT 50
-- page-after
SELECT * FROM books WHERE (title, id) > (?, ?) ORDER BY title, id LIMIT 50
-- page-offset
SELECT * FROM books ORDER BY title, id LIMIT 50 OFFSET ?
-- page-genre-rating
SELECT books.* FROM book_genres JOIN books ON books.id = book
WHERE genre = ? AND rating >= 4 ORDER BY title, books.id LIMIT 50
-- page-genre-favourite
SELECT books.* FROM book_genres JOIN books ON books.id = book
WHERE genre = ? AND rating >= 4 AND favourite = 1 ORDER BY title, books.id LIMIT 50
-- scan
SELECT * FROM books
-- scan-by-title
SELECT * FROM books ORDER BY title, id
-- verify
SELECT id, title, author, review, rating, favourite, year, one.genre, two.genre
FROM books JOIN book_genres AS one ON one.book = id AND one.position = 0
JOIN book_genres AS two ON two.book = id AND two.position = 1 ORDER BY id
-- verify-genres
SELECT one.genre, two.genre FROM book_genres AS one JOIN book_genres AS two
ON two.book = one.book AND two.position = 1 WHERE one.position = 0 ORDER BY one.book
-- make-search
CREATE VIRTUAL TABLE IF NOT EXISTS book_search USING fts5 (title, author, review,
  content='books', content_rowid='id', tokenize='unicode61 remove_diacritics 2')
-- fill-search
INSERT INTO book_search (book_search) VALUES ('rebuild')
-- weigh-search
INSERT INTO book_search (book_search, rank) VALUES ('rank', 'bm25(10.0, 5.0, 1.0)')
-- search-best
SELECT books.* FROM book_search JOIN books ON books.id = book_search.rowid
WHERE book_search MATCH ? ORDER BY rank LIMIT 50
-- search-page
SELECT books.* FROM book_search JOIN books ON books.id = book_search.rowid
WHERE book_search MATCH ? ORDER BY book_search.rowid LIMIT 50
-- statistics-genres
SELECT genres.id, name, COUNT(*), AVG(NULLIF(rating, 0)) FROM genres
JOIN book_genres ON genre = genres.id JOIN books ON books.id = book
GROUP BY genres.id, name ORDER BY genres.id
-- delete-links
DELETE FROM book_genres WHERE book = ?
-- delete-book
DELETE FROM books WHERE id = ?
-- delete-genre-links
DELETE FROM book_genres WHERE genre = ?
-- delete-genre
DELETE FROM genres WHERE id = ?
-- count-books
SELECT COUNT(*) FROM books
-- count-links
SELECT COUNT(*) FROM book_genres
-- sum-ratings
SELECT SUM(rating) FROM books
