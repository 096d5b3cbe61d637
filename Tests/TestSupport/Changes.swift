// This file reads the rows of the table `changes` by its documented format, without the library.

package struct Change: Hashable, Sendable {
  package enum Entity: UInt8, Sendable {
    case book, genre, quote, order, reading, shelf, source, merged
  }
  package enum Operation: UInt8, Sendable { case insert, update, delete }

  package let entity: Entity
  package let operation: Operation
  package let first: Int64
  package let count: Int64
  package let fields: UInt64

  package init(
    _ operation: Operation, _ entity: Entity, _ first: Int64, count: Int64 = 1, fields: UInt64 = 0
  ) {
    self.entity = entity
    self.operation = operation
    self.first = first
    self.count = count
    self.fields = fields
  }

  /// Nil if the bytes are not such a list, or mean that there were too many changes.
  package static func list(_ entries: [UInt8]) -> [Change]? {
    var rest = entries[...]
    var changes: [Change] = []
    var end: Int64 = 0
    while let head = rest.popFirst() {
      guard let entity = Entity(rawValue: head >> 2), let operation = Operation(rawValue: head & 3),
        let distance = varint(&rest), let count = varint(&rest), count > 0
      else { return nil }
      var fields: UInt64 = 0
      if operation == .update {
        guard let given = varint(&rest), given > 0 else { return nil }
        fields = given
      }
      let first = end &+ (Int64(bitPattern: distance >> 1) ^ -Int64(bitPattern: distance & 1))
      end = first &+ Int64(bitPattern: count)
      changes.append(
        Change(
          operation, entity, first, count: Int64(bitPattern: count), fields: fields))
    }
    return changes
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }
}
