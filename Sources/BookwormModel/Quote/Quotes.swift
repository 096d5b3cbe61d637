// Quotes: adding, editing, deleting.
import BookwormStorage

extension Session {
  public func addQuote(_ draft: QuoteDraft, toBook book: Int64) throws -> Int64 {
    try draft.check()
    guard draft.given.contains(.text) else {
      throw Failure(.invalid, "text", "text is missing; a quote needs one")
    }
    return try write { try $0.insertQuote(draft, into: book) }
  }

  /// Sets what `draft` gives; `clear` may take the page away.
  public func updateQuote(_ id: Int64, _ draft: QuoteDraft, clear: QuoteFields) throws {
    try draft.check()
    try clear.checkMayGo(.page)
    try clear.checkIsNotGiven(draft.given)
    try write { writer in
      let book = try writer.connection.owner(of: .quote, id)
      let changed = try writer.connection.differing(id, draft, clear)
      guard !changed.isEmpty else { return }
      try writer.changing(ownerOf: .quote, book) {
        try writer.willUpdate(.quote, id, changed)
        if changed.contains(.text) { try writer.set(QuoteSQL.setText, id, draft.text) }
        if changed.contains(.page) {
          try writer.set(QuoteSQL.setPage, id, draft.given.contains(.page) ? draft.page : nil)
        }
        try writer.updated(.quote, id, changed)
      }
    }
  }

  public func deleteQuote(_ id: Int64) throws {
    try write { writer in
      guard try writer.deleteOwned(.quote, id) else { throw Failure.no(.quote, id) }
    }
  }
}

extension Connection {
  /// What of a change the quote does not say already.
  fileprivate func differing(
    _ quote: Int64, _ draft: QuoteDraft, _ clear: QuoteFields
  ) throws -> QuoteFields {
    var asked = draft.given.union(clear)
    guard let stored = try storedRow(.quote, quote) else { throw Failure.no(.quote, quote) }
    if draft.given.contains(.text), stored.has("text", draft.text) { asked.subtract(.text) }
    let isPage =
      draft.given.contains(.page) ? stored.has("page", draft.page) : stored["page"] == nil
    return isPage ? asked.subtracting(.page) : asked
  }
}

extension Writer {
  /// `draft` has been checked and has a text. With `id` and `created` where they are not to be
  /// given now.
  func insertQuote(
    _ draft: QuoteDraft, into book: Int64, as known: RowIdentity? = nil,
    created: Milliseconds? = nil
  ) throws -> Int64 {
    _ = try connection.bookFacts(book)
    return try changing(ownerOf: .quote, book) {
      let now = Clock.now()
      let id = try known?.id ?? nextID(.quote)
      let insert = try connection.statement(QuoteSQL.insert)
      insert.bind(1, id)
      insert.bind(2, book)
      try insert.bindText(3, draft.text)
      try insert.bindText(4, draft.given.contains(.page) ? draft.page : nil)
      insert.bind(5, created ?? now)
      try run(insert, globalID: 6, known?.globalID, at: now)
      inserted(.quote, id)
      return id
    }
  }

  fileprivate func set(_ sql: SQL, _ quote: Int64, _ value: Bytes?) throws {
    let update = try connection.statement(sql)
    update.bind(1, quote)
    try update.bindText(2, value)
    try update.run()
  }
}
