// All SQL of the links between books and genres, which stand in two tables: book_genres has each
// book's genres in their order, genre_books each genre's books in the order of their titles.
import BookwormStorage

enum BookGenreSQL {
  static let add = SQL("INSERT OR IGNORE INTO book_genres VALUES (?, ?, ?)")
  static let addByGenre = SQL("INSERT INTO genre_books VALUES (?, ?, ?)")
  /// Where a book's next link goes, and whether the book has the genre already.
  static let nextPosition = SQL(
    """
    SELECT coalesce(max(position) + 1, 0), coalesce(max(genre = ?2), 0)
    FROM book_genres WHERE book = ?1
    """)
  static let exists = SQL("SELECT 1 FROM book_genres WHERE book = ? AND genre = ?")
  static let remove = SQL("DELETE FROM book_genres WHERE book = ? AND genre = ?")
  static let removeByGenre = SQL(
    "DELETE FROM genre_books WHERE genre = ? AND title_key = ? AND book = ?")
  static let removeAllOfBook = SQL("DELETE FROM book_genres WHERE book = ?")
  static let visit = "bookworm_visit"
  static let removeVisiting = SQL(
    "DELETE FROM book_genres WHERE book = ? AND genre = ? AND \(visit)(book, position)")
  static let removeAllByGenre = SQL("DELETE FROM genre_books WHERE genre = ?")
  static let genres = SQL("SELECT genre, position FROM book_genres WHERE book = ?")
  static let lists = BookListSQL(
    ofBook: genres,
    ofRange: SQL(
      "SELECT book, position, genre FROM book_genres WHERE book BETWEEN ? AND ? ORDER BY book"),
    ofListed: SQL(
      """
      SELECT l.book, l.position, l.genre
      FROM \(BookSQL.listedTable) i CROSS JOIN book_genres l ON l.book = i.a
      """))
  static let primaryName = SQL(
    """
    SELECT g.name FROM book_genres l JOIN genres g ON g.id = l.genre WHERE l.book = ?
    ORDER BY l.position LIMIT 1
    """)
  static let genresInPlace = SQL(
    "SELECT genre, position FROM book_genres WHERE book = ? ORDER BY position")
  static let booksUnordered = SQL("SELECT book FROM genre_books WHERE genre = ?")
  static let genresUnordered = SQL("SELECT genre FROM book_genres WHERE book = ?")

  static let pendingTable = "bookworm_pending_links"
  static let addPending = SQL("INSERT INTO book_genres SELECT a, b, c FROM \(pendingTable)")
  static let addPendingByGenre = SQL("INSERT INTO genre_books SELECT b, d, a FROM \(pendingTable)")

  static let forgetByGenre = SQL("DELETE FROM genre_books")
  static let rebuildByGenre = SQL(
    """
    INSERT INTO genre_books SELECT l.genre, b.title_key, l.book
    FROM book_genres l JOIN books b ON b.id = l.book ORDER BY 1, 2, 3
    """)
}
