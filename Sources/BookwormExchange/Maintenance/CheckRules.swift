// These rules define what the check of a store looks for in each entity's rows, and which values a
// rebuild derives again.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

protocol CheckRules: EntityRules {
  /// Reports rows that break a rule of the model.
  static func check(_ inspection: Inspection) throws
  /// Rebuilds the values that rows derive from other rows.
  static func rebuild(_ writer: Writer) throws
}

extension CheckRules {
  static func rebuild(_ writer: Writer) throws {}
}

extension Entity {
  var checkRules: any CheckRules.Type {
    switch self {
    case .book: BookEntity.self
    case .genre: GenreEntity.self
    case .quote: QuoteEntity.self
    case .order: OrderEntity.self
    case .reading: ReadingEntity.self
    case .shelf: ShelfEntity.self
    case .source: SourceEntity.self
    case .merged: MergedBookEntity.self
    }
  }
}

extension BookEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    let select = try inspection.connection.statement(BookSQL.allToCheck)
    defer { select.reset() }
    var key = ByteBuffer()
    let articlesLast = try inspection.connection.articlesLast()
    var plainTitles: Int64? = 0
    while try select.step() {
      let id = select.int64(0)
      var draft = BookDraft()
      try inspection.expect("books", id) {
        for (place, column) in BookField.columns.enumerated()
        where ![.id, .globalID].contains(column.field) {
          let value = try select.value(of: column, at: Int32(place))
          if case .integer(let instant) = value, column.field == .updated {
            try Rules.instant(instant, "updated")
          } else {
            try draft.give(column, value)
          }
        }
        try draft.check()
      }
      for (place, column) in BookField.keys.enumerated() {
        // Values after a refused value have not been read.
        guard !draft.given.isDisjoint(with: column.fields) else { continue }
        key.removeAll()
        _ = column.append(to: &key, articlesLast: articlesLast, text)
        try Keys.check(key)
        try inspection.expect(
          key: key.bytes, column.column, "books", id,
          isKeyIn: Int32(BookField.columns.count + place), of: select)
      }
      key.removeAll()
      guard let title = TitleKey(text, articlesLast: articlesLast) else {
        plainTitles = nil
        continue
      }
      guard title.appendPlain(to: &key) else { continue }
      try Keys.check(key)
      plainTitles = plainTitles.map { $0 + 1 }
      if try !inspection.connection.hasPlainTitle(key.bytes, of: id) {
        try inspection.report(.key, "plain_titles", id, "the book is not found by its title")
      }
      func text(_ field: BookFields) -> Bytes? {
        draft.given.contains(field) ? draft.text(field) : nil
      }
    }
    let found = try inspection.connection.integer(BookSQL.countPlainTitles) ?? 0
    if let plainTitles, found > plainTitles {
      try inspection.report(
        .key, "plain_titles", 0, "there are keys of \(found) titles instead of \(plainTitles)")
    }
  }
}

extension GenreEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    try inspection.check(GenreFields.self) { id, genre in
      guard let colour = genre.textIfAny(.colour), let rgb = Colour.parse(colour),
        !Colour.format(rgb).elementsEqual(colour)
      else { return }
      try inspection.report(.value, "genres", id, "colour is not in capitals after a #")
    }
  }
}

extension QuoteEntity: CheckRules {
  static func check(_ inspection: Inspection) throws { try inspection.check(QuoteFields.self) }
}

extension OrderEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    let lastBook = try inspection.connection.highestBook()
    var expected: Int64 = 1
    try inspection.check(OrderFields.self) { id, order in
      if id != expected {
        try inspection.report(.value, "orders", id, "there is no order \(expected) before it")
      }
      expected = id &+ 1
      let book = order.int64(.book)
      if order.given.contains(.book), !(1...max(1, lastBook)).contains(book) {
        try inspection.report(
          .reference, "orders", id, "the ordered book \(book) never existed")
      }
    }
  }
}

extension ReadingEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    try inspection.check(ReadingFields.self) { id, reading in
      guard reading.int32IfAny(.outcome) == ReadingOutcome.open.rawValue,
        reading.given.contains(.finished)
      else { return }
      try inspection.expect(EntityDescriptor.reading.table, id) { throw Rules.openWithEnd }
    }
    try inspection.report(.reading, "books", ReadingSQL.booksThatDisagree) { book, _ in
      "the book \(book) has another status, start or end than its latest reading"
    }
  }

  /// Splits each open reading that has an end into two readings, and makes every book follow its
  /// latest reading again.
  static func rebuild(_ writer: Writer) throws {
    try writer.splitOpenReadings()
    let books = try writer.connection.statement(ReadingSQL.booksThatDisagree)
    var ids = IDList()
    while try books.step() { try ids.append(books.int64(0)) }
    books.reset()
    for book in ids.ids {
      let latest = try writer.connection.latestReading(ofBook: book)
      _ = try writer.follow(latest, book, leavingShelf: false, .followed)
    }
  }
}

extension ShelfEntity: CheckRules {
  static func check(_ inspection: Inspection) throws { try inspection.check(ShelfFields.self) }
}

extension SourceEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    let lastBook = try inspection.connection.highestBook()
    try inspection.check(SourceFields.self) { id, source in
      guard source.given.contains(.book), !(1...max(1, lastBook)).contains(source.book) else {
        return
      }
      try inspection.report(
        .reference, "book_sources", id, "book \(source.book) never existed")
    }
  }
}

extension MergedBookEntity: CheckRules {
  static func check(_ inspection: Inspection) throws {
    try inspection.report(.reference, "merged_books", MergedBookSQL.ofBooksThatAreThere) {
      id, book in
      "the book \(id) is there, though it was merged into the book \(book)"
    }
  }
}

extension Inspection {
  /// Reports the rows of an entity that break one of its rules, or whose keys do not match. `body`
  /// checks each row further. Values after a refused value have not been read.
  func check<Fields>(
    _: Fields.Type, _ body: (Int64, Draft<Fields>) throws -> Void = { _, _ in }
  ) throws {
    let descriptor = Fields.entity.descriptor
    let select = try connection.statement(descriptor.sql.all)
    defer { select.reset() }
    var draft = Draft<Fields>()
    while try select.step() {
      let id = select.int64(0)
      try expect(descriptor.table, id) {
        try draft.take(select)
        try draft.check(.row)
      }
      try body(id, draft)
      let keyed = Fields.fields { !$0.keys.isEmpty }
      guard draft.given.isSuperset(of: keyed) else { continue }
      for (place, key) in try Fields.keys(of: draft).enumerated() {
        let column = descriptor.columns.count + place
        try key.withUnsafeBufferPointer {
          try expect(
            key: $0, descriptor.allColumns[column], descriptor.table, id,
            isKeyIn: Int32(column), of: select)
        }
      }
    }
  }
}
