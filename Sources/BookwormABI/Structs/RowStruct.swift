// Converts between rows of an entity and the caller's struct, by the table of the entity's fields
// and the places of the struct's members.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

enum RowStruct {
  /// The offsets of a struct's members, by the numbers of the fields' bits; negative for lists and
  /// unused bits.
  typealias Offsets = UnsafePointer<Int32>

  /// The offsets for each entity, by the entities' numbers.
  nonisolated(unsafe) private static let all: [Offsets] = Entity.allCases.map { entity in
    let offsets = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
    for bit in 0..<64 { offsets[bit] = bw_member(entity.number, 1 << UInt64(bit)) }
    return Offsets(offsets)
  }

  nonisolated(unsafe) static let books = all[Int(Entity.book.rawValue)]

  static func offsets(of entity: Entity) -> Offsets { all[Int(entity.rawValue)] }
}

extension Entity {
  fileprivate var number: bw_entity { bw_entity(rawValue: UInt32(rawValue) + 1) }
}

extension SlotDraft {
  /// Sets the fields that the mask `fields` names to the values in the struct.
  @inline(__always)  // Once for every book of a batch.
  mutating func fill(
    _ memory: UnsafeRawBufferPointer, _ fields: bw_fields, _ offsets: RowStruct.Offsets
  ) throws {
    let table = Fields.traits
    for field in Fields(rawValue: fields).bits {
      let offset = Int(offsets[field.slot])
      guard offset >= 0 else {
        given.formUnion(field)
        continue
      }
      switch table[field.slot].kind.type {
      case .text:
        let text = memory.load(fromByteOffset: offset, as: bw_text.self)
        give(field, try givenText(text, Fields.name(of: field)))
      case .double: give(field, memory.load(fromByteOffset: offset, as: Double.self))
      case .int32: give(field, memory.load(fromByteOffset: offset, as: Int32.self))
      case .int64: give(field, memory.load(fromByteOffset: offset, as: Int64.self))
      // The field is only noted as given: the check of the draft refuses fields that only the store
      // sets.
      case .int64List, .textList, .uuid: given.formUnion(field)
      }
    }
  }
}

extension Draft {
  /// The fields given by a struct that the caller has prepared.
  init<Struct: SizedStruct>(_ value: Struct) throws {
    self.init()
    let member = Int(bw_member(Fields.entity.number, 0))
    try withUnsafeBytes(of: value) {
      try fill(
        $0, $0.load(fromByteOffset: member, as: bw_fields.self),
        RowStruct.offsets(of: Fields.entity))
    }
  }
}

extension RowSet {
  /// Returns a row of the result, whose rows must be of the entity. The struct borrows its texts
  /// from the result.
  func `struct`<Struct: SizedStruct>(_ entity: Entity, _ row: Int64) throws -> Struct {
    let row = try check(row, entity)
    var value = Struct()
    withUnsafeMutableBytes(of: &value) { memory in
      guard let start = memory.baseAddress else { return }
      var fields: bw_fields = 0
      let offsets = RowStruct.offsets(of: entity)
      for column in layout.columns where isPresent(column, row) {
        fields |= column.bit
        let offset = Int(offsets[column.bit.trailingZeroBitCount & 63])
        if offset >= 0 { put(column, row, start + offset) }
      }
      let member = Int(bw_member(entity.number, 0))
      if member >= 0 { start.storeBytes(of: fields, toByteOffset: member, as: bw_fields.self) }
    }
    return value
  }

  /// Writes a field with a single value to its place in a struct.
  @inline(__always)
  func put(_ column: RowLayout.Column, _ row: Int, _ place: UnsafeMutableRawPointer) {
    switch column.type {
    case .text: place.storeBytes(of: bw_text(text(column, row)), as: bw_text.self)
    case .int32: place.storeBytes(of: number(column, row, as: Int32.self), as: Int32.self)
    case .uuid: copy(uuid: column, row, to: &place.assumingMemoryBound(to: bw_uuid.self).pointee)
    default: place.storeBytes(of: number(column, row, as: Int64.self), as: Int64.self)
    }
  }
}
