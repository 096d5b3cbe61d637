// A stored row is a copy of a row. It outlives the statement that read the row from the store.
// Merges compare stored rows.
import BookwormRecords
import BookwormStorage
import Glibc

package final class StoredRow {
  package let entity: Entity
  /// The values by the places of the descriptor's columns; nil if absent. Texts are borrowed from
  /// this StoredRow.
  package private(set) var values: [FieldValue?] = []
  private var texts = MemoryBuffer()

  /// Copies a row whose columns are those of the descriptor.
  package init(_ row: Statement, of entity: Entity) throws {
    self.entity = entity
    let columns = entity.descriptor.columns
    // All texts are copied before the first is used, because the buffer moves as it grows.
    var places: [(column: Int, text: Range<Int>)] = []
    for (place, column) in columns.enumerated() {
      let value = try row.value(of: column, at: Int32(place))
      values.append(value)
      guard case .text(let text) = value else { continue }
      let start = texts.count
      try texts.append(text: text)
      places.append((place, start..<start + text.count))
    }
    let start = texts.start?.assumingMemoryBound(to: UInt8.self)
    for (column, range) in places {
      values[column] = .text(
        Bytes(start: start.map { UnsafePointer($0 + range.lowerBound) }, count: range.count))
    }
  }

  deinit { texts.free() }

  /// Replaces the value of a column, for example with its equivalent in another store.
  package func set(_ name: String, _ value: FieldValue?) {
    guard let place = entity.descriptor.columns.firstIndex(where: { $0.column == name }) else {
      return
    }
    values[place] = value
  }

  /// Returns the value of the named column; a text is borrowed from this StoredRow.
  package subscript(name: String) -> FieldValue? {
    entity.descriptor.columns.firstIndex { $0.column == name }.flatMap { values[$0] }
  }

  /// Returns a value as a document has it.
  package func text(_ name: String) -> [UInt8]? { self[name]?.text }

  /// Whether a column has this text.
  func has(_ name: String, _ text: some Sequence<UInt8>) -> Bool {
    if case .text(let own) = self[name] { own.elementsEqual(text) } else { false }
  }

  package func integer(_ name: String) -> Int64 {
    if case .integer(let number) = self[name] { number } else { 0 }
  }

  package var id: Int64 { integer("id") }

  package var globalID: GlobalID? { if case .uuid(let id) = self["global_id"] { id } else { nil } }
}

extension Connection {
  package func storedRow(_ entity: Entity, _ id: Int64) throws -> StoredRow? {
    return try first(entity.descriptor.sql.stored, id) { try StoredRow($0, of: entity) }
  }

  package func storedRow(_ entity: Entity, _ globalID: GlobalID) throws -> StoredRow? {
    try globalID.withBytes {
      try first(entity.descriptor.sql.storedByGlobalID, key: $0) { try StoredRow($0, of: entity) }
    }
  }

  /// Returns the rows that belong to an owner, by rising ids.
  package func storedRows(_ entity: Entity, ownedBy owner: Int64) throws -> [StoredRow] {
    guard let ofOwner = entity.descriptor.sql.ofOwner else { return [] }
    var rows: [StoredRow] = []
    try each(ofOwner.stored, owner) { rows.append(try StoredRow($0, of: entity)) }
    return rows
  }
}
