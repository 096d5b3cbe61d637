// Holds the reports of an observer as plain values.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

struct Heard: Equatable, CustomStringConvertible {
  let kind: RowChange.Kind
  let entity: Entity?
  let id: Int64
  var fields: UInt64 = 0
  var position: Int64 = -1
  var oldPosition: Int64 = -1

  init(
    _ kind: RowChange.Kind, _ entity: Entity?, _ id: Int64, _ fields: BookFields = [],
    at position: Int64 = -1, from oldPosition: Int64 = -1
  ) {
    self.init(kind, entity, id, bits: fields.rawValue, at: position, from: oldPosition)
  }

  @_disfavoredOverload
  init(
    _ kind: RowChange.Kind, _ entity: Entity?, _ id: Int64, _ fields: GenreFields
  ) {
    self.init(kind, entity, id, bits: fields.rawValue)
  }

  init(
    _ kind: RowChange.Kind, _ entity: Entity?, _ id: Int64, bits: UInt64,
    at position: Int64 = -1, from oldPosition: Int64 = -1
  ) {
    self.kind = kind
    self.entity = entity
    self.id = id
    fields = bits
    self.position = position
    self.oldPosition = oldPosition
  }

  static let reread = Heard(.reread, .none, 0)

  var description: String {
    "\(kind) \(entity.map { "\($0)" } ?? "none") \(id)\(fields == 0 ? "" : " fields \(fields)")"
      + (position < 0 ? "" : " at \(position)") + (oldPosition < 0 ? "" : " from \(oldPosition)")
  }
}

extension RowSet {
  var heard: [Heard] {
    let columns = layout.columns
    return (0..<count).map { row in
      Heard(
        RowChange.Kind(rawValue: number(columns[1], row, as: Int32.self)) ?? .reread,
        Entity(columnValue: number(columns[2], row, as: Int32.self)),
        number(columns[0], row, as: Int64.self),
        bits: number(columns[3], row, as: UInt64.self),
        at: number(columns[4], row, as: Int64.self),
        from: number(columns[5], row, as: Int64.self))
    }
  }

  var transaction: Int64 { number(layout.columns[6], 0, as: Int64.self) }
  var committed: Milliseconds { number(layout.columns[7], 0, as: Int64.self) }
}

extension Observer {
  /// The reports that are available now; empty if there are none.
  func hear() throws -> [Heard] { try next(0).heard }
}

/// Returns the page after the reported changes.
func apply(_ heard: [Heard], to page: [Int64]) -> [Int64] {
  var page: [Int64?] = page.map { $0 }
  for change in heard where change.kind == .left || change.kind == .moved {
    #expect(page[Int(change.oldPosition)] == change.id)
    page[Int(change.oldPosition)] = nil
  }
  var rows = page.compactMap { $0 }
  for change in heard where change.kind == .entered || change.kind == .moved {
    rows.insert(change.id, at: Int(change.position))
  }
  return rows
}

extension Session {
  @discardableResult
  func quote(_ text: String, of book: Int64) throws -> Int64 {
    var draft = QuoteDraft()
    draft.given = .text
    draft.text = bytes(text)
    return try addQuote(draft, toBook: book)
  }
}

extension Entity {
  /// As in a result of changes: 0 means none.
  init?(columnValue: Int32) {
    guard columnValue > 0 else { return nil }
    self.init(rawValue: UInt8(columnValue - 1))
  }
}
