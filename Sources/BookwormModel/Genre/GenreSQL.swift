// All SQL of genres.
import BookwormStorage

enum GenreSQL {
  static let insert = SQL(
    """
    INSERT INTO genres (id, name, colour, name_key, sort_key, global_id)
    VALUES (?, ?, ?, ?, ?, ?)
    """)
  static let byKey = SQL { "SELECT id FROM genres WHERE " + $0.isKey("name_key") }
  static let rename = SQL("UPDATE genres SET name = ?2, name_key = ?3, sort_key = ?4 WHERE id = ?1")
  static let setColour = SQL("UPDATE genres SET colour = ?2 WHERE id = ?1")
  static let allToCheck = SQL("SELECT id, name, colour, name_key, sort_key FROM genres")
  static let count = SQL("SELECT count(*) FROM genres")
  static let some = SQL("SELECT id FROM genres LIMIT 128")
  static let countBooks = SQL("SELECT count(*) FROM genre_books WHERE genre = ?")
  static let allForKeys = SQL("SELECT id, name FROM genres")
  static let setKey = SQL("UPDATE genres SET sort_key = ?2 WHERE id = ?1")
  static let setNameKey = SQL("UPDATE genres SET name_key = ?2 WHERE id = ?1")

  // The columns are those that RowSet.appendGenre() takes.
  private static func rows(_ rest: String) -> SQL {
    SQL { dialect in
      let books = CounterSQL.booksOfGenre(dialect)
      return "SELECT g.id, g.name, g.colour, \(books.value), g.global_id FROM genres g"
        + books.join + rest
    }
  }
  static let byID = rows(" WHERE g.id = ?")
  static let byName = rows(" ORDER BY g.sort_key, g.id")
  static let ofBook = rows(
    " JOIN book_genres l ON l.genre = g.id WHERE l.book = ? ORDER BY l.position")
}
