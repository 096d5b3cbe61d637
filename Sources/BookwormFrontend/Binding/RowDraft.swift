// A row draft is the form draft of a genre, a quote, a reading or a shelf. It holds the values of
// the fields that a program may set, by the entity's table of fields.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormStore

final class RowDraft<Fields: FormFields>: FormDraft, @unchecked Sendable {
  private typealias Values = [UInt64: TypedValue]

  let waitHandle: WaitHandle
  private let lock = Lock()
  /// The book of a new row; 0 if its entity has none.
  private let book: Int64
  /// Identifies the row, also in a copy of its store. Nil until a new row has been saved.
  private var globalID: GlobalID?
  private var values: Values = [:]
  /// The values as they were when the row was last read or saved.
  private var opened: Values = [:]

  init(ofBook book: Int64) throws {
    waitHandle = try WaitHandle()
    self.book = book
  }

  init(_ session: any Session, _ id: Int64) throws {
    waitHandle = try WaitHandle()
    let row = try session.read { try $0.storedRow(Fields.entity, id) }
    guard let row else { throw Failure.no(Fields.entity, id) }
    for line in RowDraft.lines {
      switch row[line.column] {
      case .integer(let number): values[line.bit] = .integer(number)
      case .real(let number): values[line.bit] = .real(number)
      case .text(let text): values[line.bit] = .text(Array(text))
      case .uuid, nil: break
      }
    }
    (book, opened, globalID) = (0, values, row.globalID)
  }

  private static var lines: [EntityField] {
    Fields.table.filter { Fields.givable.rawValue & $0.bit != 0 }
  }

  // MARK: The values

  func entity(of fields: UInt64) throws -> Entity {
    try Fields(rawValue: fields).check(.givable, "field") {
      "\($0) may not be given for \(Fields.owner)"
    }
    return Fields.entity
  }

  func get() throws -> RowSet {
    let specs = RowDraft.lines.map { ColumnSpec(Fields(rawValue: $0.bit), $0.kind, optional: true) }
    let outputs = Fields.entity == .genre ? [ColumnSpec(GenreFields.rgb, .int32)] : []
    let rows = try RowSet(Fields.entity.rows, RowLayout(specs + outputs), expecting: 1)
    let values = lock.withLock { self.values }
    try rows.appendRow {
      for column in rows.layout.columns { try rows.append(values[column.bit], to: column) }
      guard let rgb = rows.layout.columns.first(where: { !$0.optional }) else { return }
      let colour = values[GenreFields.colour.rawValue]?.texts.first ?? []
      rows.append(colour.withUnsafeBufferPointer(Colour.parse) ?? Colour.red, to: rgb)
    }
    return rows
  }

  func set(_ value: BookDraft) throws {
    throw Failure(
      .argument, "binding",
      "binding is a draft of \(Fields.entity.descriptor.withArticle), not of a book; set one field"
        + " after the other")
  }

  /// This function checks nothing: its callers have checked that the field can have such a value,
  /// and faults() reports everything else.
  func set(_ field: TypedField, _ value: TypedValue) throws {
    let bit = Fields(rawValue: field.bits)
    lock.withLock {
      values[field.bits] = value.isNothing ? nil : field.canonical(value)
      guard !value.isNothing else { return }
      for rival in Fields.rivals(of: bit).bits { values[rival.rawValue] = nil }
    }
  }

  func clear(_ fields: UInt64) throws {
    let fields = Fields(rawValue: fields)
    try fields.check(.givable, "fields") { "\($0) may not be given for \(Fields.owner)" }
    lock.withLock { for field in fields.bits { values[field.rawValue] = nil } }
  }

  func setDefaults() throws {
    try lock.withLock {
      guard globalID == nil else { throw Fields.entity.isStored }
      for (field, value) in Fields.defaults where values[field.rawValue] == nil {
        values[field.rawValue] = value
      }
    }
  }

  // MARK: The store

  func faults(in session: any Session) throws -> RowSet {
    try lock.withLock {
      let id = try id(in: session)
      let (given, cleared) = changes
      return try withDraft(given) { draft in
        var rules: [(field: Fields, rule: () throws -> Void)] = given.bits.map { field in
          (field, { try draft.check(field, Fields.traits[field.slot]) })
        }
        rules += missing(cleared).bits.map { field in
          (field, { throw Failure.missing(Fields.name(of: field)) })
        }
        rules += Fields.rules(draft, clear: cleared, of: id, in: session)
        return try RowSet.faults(of: rules)
      }
    }
  }

  func save(to session: any Session) throws -> Int64 {
    try lock.withLock {
      let known = try id(in: session)
      let (given, cleared) = changes
      let id = try withDraft(given) { draft in
        if let field = missing(cleared).bits.first(where: { _ in true }) {
          throw Failure.missing(Fields.name(of: field))
        }
        guard let known else { return try Fields.create(draft, ofBook: book, in: session) }
        guard !given.union(cleared).isEmpty else { return known }
        try Fields.update(known, draft, clear: cleared, in: session)
        return known
      }
      if known == nil {
        globalID = try session.read { try $0.storedRow(Fields.entity, id)?.globalID }
      }
      opened = values
      return id
    }
  }

  /// Returns nil for a new row. Throws if the row, or the book of a new one, is not in the store.
  private func id(in session: any Session) throws -> Int64? {
    guard let globalID else {
      if book != 0 { _ = try session.read { try $0.bookFacts(book) } }
      return nil
    }
    guard let id = try session.read({ try $0.find(Fields.entity, globalID) }) else {
      throw Fields.entity.gone
    }
    return id
  }

  /// The fields to set and the fields to clear: those that have changed since the draft was opened
  /// or last saved.
  private var changes: (given: Fields, cleared: Fields) {
    let changed = Fields.fields { values[$0.bit] != opened[$0.bit] }
    let given = Fields.fields { values[$0.bit] != nil }
    return (changed.intersection(given), changed.subtracting(given))
  }

  /// The fields that need a value and have none. In a stored row, these can only be fields that
  /// were cleared.
  private func missing(_ cleared: Fields) -> Fields {
    if globalID != nil { return cleared.subtracting(.clearable) }
    return Fields.fields { $0.need == .required && values[$0.bit] == nil }
  }

  private func withDraft<R>(_ fields: Fields, _ body: (Draft<Fields>) throws -> R) throws -> R {
    let lines = RowDraft.lines.filter { fields.rawValue & $0.bit != 0 }
    let held = HeldTexts(lines.map { values[$0.bit]?.texts.first ?? [] })
    return try withExtendedLifetime(held) {
      var draft = Draft<Fields>()
      for (line, text) in zip(lines, held.texts) {
        switch values[line.bit] {
        case .integer(let number): try draft.give(line, .integer(number))
        case .real(let number): try draft.give(line, .real(number))
        case .text: try draft.give(line, .text(text))
        default: break
        }
      }
      return try body(draft)
    }
  }
}

extension RowSet {
  /// Appends the value of an optional field; nothing if it is absent.
  fileprivate func append(_ value: TypedValue?, to column: RowLayout.Column) throws {
    guard column.optional else { return }
    setPresent(value != nil, column)
    switch (column.type, value) {
    case (.text, _):
      let text = value?.texts.first ?? []
      try text.withUnsafeBufferPointer { try append($0, to: column) }
    case (.double, .real(let number)): append(number, to: column)
    case (.double, _): append(0.0, to: column)
    case (.int32, .integer(let number)): append(Int32(truncatingIfNeeded: number), to: column)
    case (.int32, _): append(0 as Int32, to: column)
    case (_, .integer(let number)): append(number, to: column)
    default: append(0 as Int64, to: column)
    }
  }
}
