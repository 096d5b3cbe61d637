// A query plan is a value that says how to answer a query. It knows the store's tables, but no SQL.
import BookwormRecords
import BookwormStore
import BookwormStorage

package struct QueryPlan: Equatable, Sendable {
  /// Where the books come from.
  enum Walk: Equatable, Sendable {
    /// The table of books, by whichever of its indexes is useful.
    case books
    /// A genre's links, in the order of the books' titles.
    case genre(Int64)
    /// The books that the search index has for an expression, in the order of ids or by rank.
    case search(SearchExpression)
    /// Books listed in memory, some of them known to pass the filters: see PageReader.
    case listed
  }

  /// When the rows of the books are read.
  enum Reading: Equatable, Sendable {
    /// While walking.
    case walking
    /// After all matches were sorted. Until then only ids and the sorted values are held: whole
    /// rows of a large store would fill the memory.
    case sorted
    /// After the search index has determined the best ones.
    case ranked
  }

  struct Term: Equatable, Sendable {
    let column: QueryColumn
    let descending: Bool
  }

  /// A counter: how many books of the store, or of a genre, have one of these ratings.
  struct Counted: Equatable, Sendable {
    let genre: Int64?
    var ratings: [Int32] = Array(0...5)

    var kind: Counters.Kind { genre == nil ? .store : .genre }
  }

  let walk: Walk
  /// A book must pass all of them.
  var filters: [Condition]
  /// The terms that the order compares. Ids, which break ties, are not among them.
  let order: [Term]
  let idsDescend: Bool
  let reading: Reading
  /// The parts of the list, which are read one after another. After a cursor, the first part has
  /// the books that equal the cursor in every term and whose ids come later. The next part has the
  /// books that equal it in every term except the last, and come later in the last; and so on. Some
  /// orders have only one part. If the order has an index, each part is a range of it.
  package var parts: [Condition]
  /// The counter that has the greatest possible number of matches. A walk ends when it has found so
  /// many, and does not begin if the number is 0.
  var most: Counted?
  /// Whether a search's rank is requested.
  let tellsRank: Bool

  /// The place of the rank in a row, counted from the end of the selection's columns; nil without a
  /// rank. The rank comes after the values that the order compares, unless it is the only value.
  var rankPlace: Int32? {
    reading == .ranked ? 0 : tellsRank ? Int32(order.count) : nil
  }

  /// How the books that match are counted.
  enum Counting: Equatable, Sendable {
    case walk
    /// The search index counts the matches, and no book is read.
    case search(SearchExpression)
    case counter(Counted)
  }

  var counting: Counting {
    switch walk {
    case .search(let expression) where filters.isEmpty: .search(expression)
    case .search, .listed: .walk
    case .books where filters.isEmpty: .counter(Counted(genre: nil))
    case .genre(let id) where filters.isEmpty: .counter(Counted(genre: id))
    case .books, .genre: if let most, filters.count == 1 { .counter(most) } else { .walk }
    }
  }
}
