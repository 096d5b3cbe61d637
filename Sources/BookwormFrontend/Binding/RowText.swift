// A row text is a text of a row other than a book, held by a binding: a genre's name or colour, or
// a quote's text or page.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

struct RowText: Sendable {
  let entity: Entity
  private let column: EntityField

  init(_ entity: Entity, _ field: UInt64) throws {
    let descriptor = entity.descriptor
    let bindable: UInt64 =
      switch entity {
      case .genre: GenreFields([.name, .colour]).rawValue
      case .quote: QuoteFields.givable.rawValue
      default: 0
      }
    guard field & ~bindable == 0,
      let column = descriptor.columns.first(where: { $0.bit == field })
    else {
      throw Failure(
        .argument, "field",
        "field is \(entity.fieldSet.init(rawValue: field).list) of \(descriptor.withArticle);"
          + " it must be the name or the colour of a genre, or the text or the page of a quote")
    }
    (self.entity, self.column) = (entity, column)
  }

  var bit: UInt64 { column.bit }

  private var isColour: Bool { column.column == "colour" }

  /// The rows and fields that an observer must watch.
  var heard: (rows: Entity, mask: BookFields) {
    entity == .genre ? (.genre, .genres) : (.book, .quotes)
  }

  /// Returns a result of one row with this field alone, as a read would after `text` is stored. Nil
  /// means an absent text. Throws if the text breaks a rule.
  func row(giving text: Bytes?) throws -> RowSet {
    guard let text else {
      guard column.isOptional else {
        throw Failure(
          .argument, "text",
          "\(entity.descriptor.withArticle) cannot be without \(column.column); give a text")
      }
      return try row(nil)
    }
    if isColour {
      return try Colour.format(try Colour.check(text)).withUnsafeBufferPointer { try row($0) }
    }
    try Rules.name(text, column.column, limit: column.limit)
    return try row(text)
  }

  private func row(_ text: Bytes?) throws -> RowSet {
    var specs = [
      ColumnSpec(column)
    ]
    if isColour { specs.append(ColumnSpec(GenreFields.rgb, .int32)) }
    let rows = try RowSet(entity == .genre ? .genres : .quotes, RowLayout(specs), expecting: 1)
    try rows.appendRow {
      for column in rows.layout.columns {
        if column.optional { rows.setPresent(text != nil, column) }
        if column.type == .text {
          try rows.append(text ?? BookDraft.nothing, to: column)
        } else {
          rows.append(text.flatMap(Colour.parse) ?? Colour.red, to: column)
        }
      }
    }
    return rows
  }

  func read(_ id: Int64, in session: any Session) throws -> RowSet {
    guard let stored = try session.read({ try $0.storedRow(entity, id) }) else {
      throw Failure.no(entity, id)
    }
    if case .text(let text) = stored[column.column] { return try row(text) }
    return try row(nil)
  }

  func write(_ text: Bytes?, to id: Int64, in session: any Session) throws {
    if entity == .genre, let text {
      return try isColour ? session.setGenreColour(id, text) : session.renameGenre(id, text)
    }
    let field = QuoteFields(rawValue: column.bit)
    var draft = QuoteDraft()
    if let text { draft.give(field, text) }
    try session.updateQuote(id, draft, clear: text == nil ? field : [])
  }
}
