// Contains all SQL of the links between books and genres. Two tables store them: book_genres has
// each book's genres in their order, genre_books each genre's books in the order of their titles.
import BookwormStorage

package enum BookGenreSQL {
  package static let add = SQL("INSERT INTO book_genres VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
  package static let addByGenre = SQL("INSERT INTO genre_books VALUES (?, ?, ?)")
  package static let remove = SQL("DELETE FROM book_genres WHERE book = ? AND genre = ?")
  package static let removeByGenre = SQL(
    "DELETE FROM genre_books WHERE genre = ? AND title_key = ? AND book = ?")
  package static let removeAllOfBook = SQL("DELETE FROM book_genres WHERE book = ?")
  package static let removeVisiting = SQL { dialect in
    "DELETE FROM book_genres WHERE book = ? AND genre = ?" + dialect.visiting("book", "position")
  }
  package static let removeAllByGenre = SQL("DELETE FROM genre_books WHERE genre = ?")
  package static let genres = SQL("SELECT genre, position FROM book_genres WHERE book = ?")
  package static let lists = BookListSQL(
    ofBook: genres,
    ofRange: SQL(
      "SELECT book, position, genre FROM book_genres WHERE book BETWEEN ? AND ? ORDER BY book"),
    ofListed: SQL { dialect in
      """
      SELECT l.book, l.position, l.genre
      FROM \(BookSQL.inListed("book_genres l", "l.book", dialect))\(BookSQL.asListed(dialect))
      """
    })
  /// Selects the names of each book's genres, in the order of the genres.
  package static let names = BookListSQL(
    ofBook: SQL { dialect in
      """
      SELECT g.name FROM book_genres l \(dialect.joinInOrder) genres g ON g.id = l.genre
      WHERE l.book = ? ORDER BY l.position
      """
    },
    ofRange: SQL { dialect in
      """
      SELECT l.book, l.position, g.name
      FROM book_genres l \(dialect.joinInOrder) genres g ON g.id = l.genre
      WHERE l.book BETWEEN ? AND ? ORDER BY l.book, l.position
      """
    },
    ofListed: SQL { dialect in
      """
      SELECT l.book, l.position, g.name
      FROM \(BookSQL.inListed("book_genres l", "l.book", dialect))
      \(dialect.joinInOrder) genres g ON g.id = l.genre ORDER BY l.book, l.position
      """
    })
  package static let primaryName = SQL(
    """
    SELECT g.name FROM book_genres l JOIN genres g ON g.id = l.genre WHERE l.book = ?
    ORDER BY l.position LIMIT 1
    """)
  package static let genresInPlace = SQL(
    "SELECT genre, position FROM book_genres WHERE book = ? ORDER BY position")
  package static let booksInPlace = SQL(
    "SELECT book, position FROM book_genres WHERE genre = ? ORDER BY book")
  package static let booksUnordered = SQL("SELECT book FROM genre_books WHERE genre = ?")
  package static let all = SQL(
    "SELECT book, genre, position FROM book_genres ORDER BY book, position")
  package static let genresUnordered = SQL("SELECT genre FROM book_genres WHERE book = ?")

  static let pendingTable = "bookworm_pending_links"
  static let addPending = SQL { dialect in
    "INSERT INTO book_genres " + dialect.allInMemory(pendingTable, "abc")
  }
  static let addPendingByGenre = SQL { dialect in
    "INSERT INTO genre_books " + dialect.allInMemory(pendingTable, "bda")
  }

  static let forgetByGenre = SQL("DELETE FROM genre_books")
  static let rebuildByGenre = SQL(
    """
    INSERT INTO genre_books SELECT l.genre, b.title_key, l.book
    FROM book_genres l JOIN books b ON b.id = l.book ORDER BY 1, 2, 3
    """)
}
