// Contains all SQL of genres.
import BookwormStorage

package enum GenreSQL {
  package static let some = SQL("SELECT id FROM genres LIMIT 128")
  package static let countBooks = SQL("SELECT count(*) FROM genre_books WHERE genre = ?")

  // The columns are those that RowSet.appendGenre() expects.
  private static func rows(_ rest: String) -> SQL {
    SQL { dialect in
      let books = CounterSQL.booksOfGenre(dialect)
      return "SELECT g.id, g.name, g.colour, \(books.value), g.global_id FROM genres g"
        + books.join + rest
    }
  }
  package static let byID = rows(" WHERE g.id = ?")
  package static let byName = rows(" ORDER BY g.sort_key, g.id")
  package static let ofBook = rows(
    " JOIN book_genres l ON l.genre = g.id WHERE l.book = ? ORDER BY l.position")
}
