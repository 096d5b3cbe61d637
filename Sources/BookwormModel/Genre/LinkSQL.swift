// All SQL of the links between books and genres.
import BookwormStorage

enum LinkSQL {
  static let add = SQL("INSERT OR IGNORE INTO book_genres VALUES (?, ?, ?, ?)")
  static let nextPosition = SQL(
    "SELECT coalesce(max(position) + 1, 0) FROM book_genres WHERE book = ?")
  static let exists = SQL("SELECT 1 FROM book_genres WHERE book = ? AND genre = ?")
  static let remove = SQL("DELETE FROM book_genres WHERE book = ? AND genre = ?")
  static let removeAllOfBook = SQL("DELETE FROM book_genres WHERE book = ?")
  static let removeAllOfGenre = SQL("DELETE FROM book_genres WHERE genre = ?")
  static let genres = SQL("SELECT genre FROM book_genres WHERE book = ? ORDER BY position")
  static let genresUnordered = SQL("SELECT genre FROM book_genres WHERE book = ?")
  static let retitle = SQL(
    """
    UPDATE book_genres SET title_key = (SELECT title_key FROM books WHERE id = ?1) WHERE book = ?1
    """)
  static let retitleAll = SQL(
    "UPDATE book_genres SET title_key = (SELECT title_key FROM books WHERE id = book)")
}
