// What is done to answer a query, as a value: it knows the store's tables, and no SQL.
import BookwormStorage

struct QueryPlan: Equatable, Sendable {
  /// Where the books come from.
  enum Walk: Equatable, Sendable {
    /// The table of books, by whichever of its indexes serves.
    case books
    /// A genre's links, in the order of the books' titles.
    case genre(Int64)
    /// What the search index has for an expression: in the order of ids, or for the rank of each.
    case search(SearchExpression)
    /// Books that are listed in memory, some of which are known to pass the filters: PageReader.
    case listed
  }

  /// When the rows of the books are read.
  enum Reading: Equatable, Sendable {
    /// As they are walked.
    case walking
    /// When all that matches is in order. Until then only ids are held, with what the order
    /// compares: whole rows of a large store would fill the memory.
    case sorted
    /// When the search index has told which are the best.
    case ranked
  }

  struct Term: Equatable, Sendable {
    let column: QueryColumn
    let descending: Bool
  }

  /// Of a counter: how many books of the store, or of a genre, have one of these ratings.
  struct Counted: Equatable, Sendable {
    let genre: Int64?
    let ratings: [Int32]
  }

  let walk: Walk
  /// A book must pass all of them.
  let filters: [Condition]
  /// What the order compares, but for ids, which break ties.
  let order: [Term]
  let idsDescend: Bool
  let reading: Reading
  /// The parts in which the books are read, one after the other. From a cursor on these are the
  /// books that equal it in every term but the last, then in every one but the last two, and so on:
  /// each of them is a range of an index where the order has one.
  var parts: [Condition]
  /// More books than this need not be looked for: a walk ends with the last one that matches, and
  /// does not begin where there is none.
  let most: Counted?
  /// Whether a search's rank is asked for.
  let tellsRank: Bool

  /// The place after a selection's columns where a row tells its rank, if it does. Before it stands
  /// what the order compares.
  var rankPlace: Int32? {
    reading == .ranked ? 0 : tellsRank ? Int32(order.count) : nil
  }

  /// How the books that match are counted.
  enum Counting: Equatable, Sendable {
    case walk
    /// Without a look at the books.
    case search(SearchExpression)
    case counter(Counted)
  }

  var counting: Counting {
    switch walk {
    case .search(let expression) where filters.isEmpty: .search(expression)
    case .search: .walk
    default: if let most, filters.count == 1 { .counter(most) } else { .walk }
    }
  }
}
