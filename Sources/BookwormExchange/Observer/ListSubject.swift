// A list subject observes lists that are read whole: the genres and shelves of a store, and the
// quotes and readings of a book.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum ObservedList: Sendable {
  case genres, shelves
  case quotes(ofBook: Int64)
  case readings(ofBook: Int64)

  var entity: Entity {
    switch self {
    case .genres: .genre
    case .shelves: .shelf
    case .quotes: .quote
    case .readings: .reading
    }
  }

  func read(_ connection: Connection) throws -> RowSet {
    switch self {
    case .genres: try connection.allGenres()
    case .shelves: try connection.allShelves()
    case .quotes(let book): try connection.rows(.quote, ofOwner: book)
    case .readings(let book): try connection.readings(ofBook: book)
    }
  }

  /// Whether a change may affect the list.
  func isTouched(by run: ChangeRun) -> Bool {
    let fields = BookFields(rawValue: run.fields)
    let isWhole = run.operation != .update
    switch self {
    case .genres:
      // A genre's row shows how many books it has.
      return run.entity == .genre || run.entity == .book && (isWhole || fields.contains(.genres))
    case .shelves: return run.entity == .shelf
    case .quotes(let book):
      return run.entity == .book && run.contains(book) && (isWhole || fields.contains(.quotes))
    case .readings(let book):
      return run.entity == .book && run.contains(book) && (isWhole || fields.contains(.readings))
    }
  }

  /// Returns the changed fields of a row that is in both lists. For a genre they include its number
  /// of books.
  func fields(
    _ changed: UInt64, of old: (rows: RowSet, row: Int), and new: (rows: RowSet, row: Int)
  ) -> UInt64 {
    guard entity == .genre,
      let column = new.rows.layout.columns.first(where: { $0.bit == GenreFields.books.rawValue }),
      old.rows.number(column, old.row, as: Int64.self)
        != new.rows.number(column, new.row, as: Int64.self)
    else { return changed }
    return changed | GenreFields.books.rawValue
  }
}

struct ListSubject: Subject {
  private let list: ObservedList
  private(set) var place: Int64
  private var rows: RowSet
  /// Whether it is unknown what was reported before.
  private var isLost = false

  var page: RowSet? { rows }

  init(_ list: ObservedList, _ connection: Connection) throws {
    if case .quotes(let book) = list { _ = try connection.bookFacts(book) }
    if case .readings(let book) = list { _ = try connection.bookFacts(book) }
    self.list = list
    place = try connection.lastChange()
    rows = try list.read(connection)
  }

  mutating func goBack(to since: Int64, _ connection: Connection) throws {
    isLost = try connection.anyRun(after: since, where: list.isTouched)
  }

  mutating func look(_ connection: Connection) throws -> ChangeBatch? {
    let runs = try RunList(after: place, connection)
    if isLost || !runs.isKnown {
      (rows, place, isLost) = (try list.read(connection), try connection.lastChange(), false)
      return try .reread(place, runs.last?.committed ?? Clock.now())
    }
    guard let last = runs.last else { return nil }
    guard runs.runs.contains(where: list.isTouched) else {
      place = last.id
      return nil
    }
    let new = try list.read(connection)
    let changes = try RowSet.changes(expecting: 4)
    let old = rows
    let telling = try ListTelling(list.entity, old, new, runs)
    try telling.tell(fields: { list.fields($0, of: (old, $1), and: (new, $2)) }) {
      try changes.append($0, transaction: last.id, committed: last.committed)
    }
    (rows, place) = (new, last.id)
    return changes.count == 0 ? nil : ChangeBatch(rows: changes, more: false)
  }
}
