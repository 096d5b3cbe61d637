// The statements that read a list of books, such as their genres.
import BookwormStorage

/// How the lists of one field are read.
struct BookListSQL {
  let ofBook: SQL
  /// Of each book of a range of ids.
  let ofRange: SQL
  /// Of each book of a table in memory, in its order.
  let ofListed: SQL
}
