// All SQL of the links between books and genres, which stand in two tables: book_genres has each
// book's genres in their order, genre_books each genre's books in the order of their titles.
import BookwormStorage

enum BookGenreSQL {
  static let add = SQL("INSERT INTO book_genres VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
  static let addByGenre = SQL("INSERT INTO genre_books VALUES (?, ?, ?)")
  /// Where a book's next link goes, whether the book has the genre already, and how many it has.
  static let nextPosition = SQL(
    """
    SELECT coalesce(max(position) + 1, 0), coalesce(max(CASE WHEN genre = ?2 THEN 1 ELSE 0 END), 0),
      count(*)
    FROM book_genres WHERE book = ?1
    """)
  static let exists = SQL("SELECT 1 FROM book_genres WHERE book = ? AND genre = ?")
  static let remove = SQL("DELETE FROM book_genres WHERE book = ? AND genre = ?")
  static let removeByGenre = SQL(
    "DELETE FROM genre_books WHERE genre = ? AND title_key = ? AND book = ?")
  static let removeAllOfBook = SQL("DELETE FROM book_genres WHERE book = ?")
  static let removeVisiting = SQL { dialect in
    "DELETE FROM book_genres WHERE book = ? AND genre = ?" + dialect.visiting("book", "position")
  }
  static let removeAllByGenre = SQL("DELETE FROM genre_books WHERE genre = ?")
  static let genres = SQL("SELECT genre, position FROM book_genres WHERE book = ?")
  static let lists = BookListSQL(
    ofBook: genres,
    ofRange: SQL(
      "SELECT book, position, genre FROM book_genres WHERE book BETWEEN ? AND ? ORDER BY book"),
    ofListed: SQL { dialect in
      """
      SELECT l.book, l.position, l.genre
      FROM \(BookSQL.inListed("book_genres l", "l.book", dialect))
      """
    })
  static let primaryName = SQL(
    """
    SELECT g.name FROM book_genres l JOIN genres g ON g.id = l.genre WHERE l.book = ?
    ORDER BY l.position LIMIT 1
    """)
  static let genresInPlace = SQL(
    "SELECT genre, position FROM book_genres WHERE book = ? ORDER BY position")
  static let booksInPlace = SQL(
    "SELECT book, position FROM book_genres WHERE genre = ? ORDER BY book")
  static let booksUnordered = SQL("SELECT book FROM genre_books WHERE genre = ?")
  static let genresUnordered = SQL("SELECT genre FROM book_genres WHERE book = ?")

  static let pendingTable = "bookworm_pending_links"
  static let addPending = SQL { dialect in
    "INSERT INTO book_genres SELECT a, b, c FROM " + dialect.rowsInMemory(pendingTable)
  }
  static let addPendingByGenre = SQL { dialect in
    "INSERT INTO genre_books SELECT b, d, a FROM " + dialect.rowsInMemory(pendingTable)
  }

  static let forgetByGenre = SQL("DELETE FROM genre_books")
  static let rebuildByGenre = SQL(
    """
    INSERT INTO genre_books SELECT l.genre, b.title_key, l.book
    FROM book_genres l JOIN books b ON b.id = l.book ORDER BY 1, 2, 3
    """)
}
