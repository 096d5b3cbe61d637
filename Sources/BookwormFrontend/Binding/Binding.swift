// A binding connects a control with one field of one row in both directions: the control reads it,
// sets it and follows changes by others. A constant binding serves a preview. A draft of a whole
// row is a binding too: see FormDraft.
import BookwormBooks
import BookwormExchange
import BookwormRecords
import BookwormStorage
import BookwormStore

package protocol Binding: AnyObject, Sendable {
  func get() throws -> RowSet
  func set(_ value: BookDraft) throws
  /// Sets the text; nil makes it absent.
  func set(text: Bytes?) throws
  func set(_ field: TypedField, _ value: TypedValue) throws
  /// Returns the entity of the row. Throws if the binding does not connect these fields.
  func entity(of fields: UInt64) throws -> Entity
  /// Waits until the store's value differs from the held one, then holds the new value. Returns
  /// false on timeout.
  func next(_ timeout: Milliseconds) throws -> Bool
  func end()
  var descriptor: Int32 { get }
}

extension Binding {
  /// Parses a text typed in a language, and sets the field to its value.
  package func set(_ fields: UInt64, typed text: Bytes, _ language: Language) throws {
    let field = try TypedField(try entity(of: fields), fields)
    try set(field, try TypedText.parse(field, text, language))
  }

  /// Does the same for a form that showed the text `shown` and got back `text`. Sets nothing if the
  /// person has not changed the text, or if the field already has the typed text. Otherwise throws
  /// if the field has changed since the form showed it.
  package func set(
    _ fields: UInt64, typed text: Bytes, insteadOf shown: Bytes, _ language: Language
  ) throws {
    let field = try TypedField(try entity(of: fields), fields)
    try Rules.text(text, field.name)
    try Rules.text(shown, "shown")
    let (typed, old) = (TypedText.withLineFeeds(text), TypedText.withLineFeeds(shown))
    guard typed != old else { return }
    let now = try TypedText.format(get(), 0, field, language)
      .withUnsafeBufferPointer { TypedText.withLineFeeds($0) }
    guard now != typed else { return }
    guard now == old else {
      throw Failure(
        .conflict, field.name, "\(field.name) was changed elsewhere since the form showed it")
    }
    try set(field, try TypedText.parse(field, text, language))
  }

  /// Sets the field to a value of its kind.
  package func set(_ fields: UInt64, _ value: TypedValue) throws {
    let field = try TypedField(try entity(of: fields), fields)
    try field.checkKind(of: value)
    try set(field, value)
  }

  package func set(_ field: TypedField, _ value: TypedValue) throws {
    guard field.entity == .book else {
      guard case .text(let text) = value else { return try set(text: nil) }
      return try text.withUnsafeBufferPointer { try set(text: $0) }
    }
    let draft = value.isNothing ? BookDraft() : BookDraft(field, value)
    try withExtendedLifetime(draft.held) { try set(draft) }
  }

  /// Returns the binding as a draft. Throws if it is not one.
  package func asDraft() throws -> any FormDraft {
    guard let draft = self as? any FormDraft else {
      throw Failure(.argument, "binding", "binding is of one field; it must be a draft")
    }
    return draft
  }
}

/// A binding that is never notified of changes.
package protocol LoneBinding: Binding {
  /// Used by end() to end the waits of other threads.
  var waitHandle: WaitHandle { get }
}

extension LoneBinding {
  package func next(_ timeout: Milliseconds) throws -> Bool {
    let signalled = try waitHandle.wait(until: try Observer.deadline(timeout))
    guard !signalled, !waitHandle.isOver else {
      throw Failure(.closed, "binding", "the binding has been freed")
    }
    return false
  }

  package func end() { waitHandle.end() }

  package var descriptor: Int32 { waitHandle.descriptor }
}

/// The field or text that a binding connects.
enum Bound: Sendable {
  case field(BookFields)
  case text(RowText)

  /// The fields of a book that a caller can give as one value.
  private static let bindable = BookFields.givable.subtracting([
    .genreNames, .identifiers, .contributors, .priced,
  ])

  init(_ field: BookFields) throws {
    let isOne = field.rawValue.nonzeroBitCount == 1 && field.isSubset(of: Bound.bindable)
    let isOneValue = [BookFields.priced, .identifiers, .contributors].contains(field)
    guard isOne || isOneValue else {
      throw Failure(
        .argument, "field",
        "field is \(field.list); it must be one field that a book may be given as one value, or"
          + " price and currency, the identifiers, or the contributors")
    }
    self = .field(field)
  }

  /// Binds a field of a row of any entity.
  init(_ entity: Entity, _ field: UInt64) throws {
    self =
      entity == .book
      ? try Bound(BookFields(rawValue: field)) : .text(try RowText(entity, field))
  }

  /// Returns the entity of the bound field. Throws if `fields` is not exactly this field.
  func entity(of fields: UInt64) throws -> Entity {
    let (entity, bits): (Entity, UInt64) =
      switch self {
      case .field(let field): (.book, field.rawValue)
      case .text(let row): (row.entity, row.bit)
      }
    guard fields == bits else {
      throw Failure(.argument, "field", "field is not the binding's field")
    }
    return entity
  }

  /// Returns the result that a read would give after `value` is stored. Throws if `value` gives
  /// something other than the field, or breaks a rule.
  func row(giving value: BookDraft) throws -> RowSet {
    guard case .field(let field) = self else {
      throw Failure(.argument, "binding", "binding is of no book; set it by its text")
    }
    guard value.given.isSubset(of: field) else {
      throw Failure(
        .argument, "fields",
        "fields is \(value.given.list); it must be the binding's field, \(field.list), or 0 to"
          + " clear it")
    }
    guard !value.given.isEmpty || field.isSubset(of: .clearable) else {
      throw Failure(.argument, "fields", "a book cannot be without \(field.list); give a value")
    }
    try value.check()
    return try RowSet.value(of: field, value)
  }

  /// Converts a text to the value of the bound field. Returns nil if the row is not a book.
  func draft(giving text: Bytes?) throws -> BookDraft? {
    guard case .field(let field) = self else { return nil }
    guard BookField.all.contains(where: { $0.field == field && $0.kind == .text }) else {
      throw Failure(.argument, "binding", "binding is of \(field.list), which is not a text")
    }
    var draft = BookDraft()
    if let text { draft.give(field, text) }
    return draft
  }

  func row(giving text: Bytes?) throws -> RowSet {
    if case .text(let row) = self { return try row.row(giving: text) }
    return try row(giving: try draft(giving: text) ?? BookDraft())
  }
}

package final class RowBinding: Binding, @unchecked Sendable {
  private let store: Store
  private let id: Int64
  private let bound: Bound
  private let observer: Observer
  private let lock = Lock()
  private var held: RowSet

  package convenience init(_ store: Store, book: Int64, _ field: BookFields) throws {
    try self.init(store, .book, book, field.rawValue)
  }

  package init(_ store: Store, _ entity: Entity, _ id: Int64, _ field: UInt64) throws {
    bound = try Bound(entity, field)
    (self.store, self.id) = (store, id)
    switch bound {
    case .field(let field): observer = try store.observe(book: id, field)
    case .text(let row): observer = try store.observe(row.heard.rows, row.heard.mask)
    }
    held = try bound.read(id, in: store)
  }

  package func get() throws -> RowSet {
    switch bound {
    case .field: _ = try store.read { try $0.bookFacts(id) }
    case .text: _ = try bound.read(id, in: store)
    }
    return lock.withLock { held }
  }

  package func set(_ value: BookDraft) throws {
    // The lock is held through the write, so that next() does not report the new value as a change
    // by others.
    try lock.withLock {
      // The row is built before the write. Otherwise, if building it failed, the store would have
      // the new value, and the binding would still hold the old one.
      let given = try bound.row(giving: value)
      guard case .field(let field) = bound else { return }
      let isGiven = !value.given.isEmpty
      switch field {
      case .rating where isGiven: try store.setRating(id, value.int32(.rating))
      case .status where isGiven: try store.setStatus(id, value.int32(.status), date: nil)
      case .genres: try store.setGenres(value.givenGenres, ofBook: id)
      default: try store.updateBook(id, value, clear: isGiven ? [] : field)
      }
      held = given
    }
  }

  package func set(text: Bytes?) throws {
    if let draft = try bound.draft(giving: text) { return try set(draft) }
    try lock.withLock {
      let given = try bound.row(giving: text)
      if case .text(let row) = bound { try row.write(text, to: id, in: store) }
      held = given
    }
  }

  package func entity(of fields: UInt64) throws -> Entity { try bound.entity(of: fields) }

  package func next(_ timeout: Milliseconds) throws -> Bool {
    let deadline = try Observer.deadline(timeout)
    while true {
      if try takeOver() { return true }
      let left = deadline.map { max(0, $0 &- Clock.monotonic()) } ?? -1
      if try observer.next(left).count == 0 { return false }
    }
  }

  private func takeOver() throws -> Bool {
    try lock.withLock {
      let stored = try bound.read(id, in: store)
      guard !stored.hasValue(of: held) else { return false }
      held = stored
      return true
    }
  }

  package func end() { observer.end() }
  package var descriptor: Int32 { observer.descriptor }
}

extension Bound {
  fileprivate func read(_ id: Int64, in store: Store) throws -> RowSet {
    switch self {
    case .field(let field): try store.book(id, field)
    case .text(let row): try row.read(id, in: store)
    }
  }
}

package final class ConstantBinding: LoneBinding, @unchecked Sendable {
  package let waitHandle: WaitHandle
  private let bound: Bound
  private let value: RowSet

  package init(_ field: BookFields, _ value: BookDraft) throws {
    bound = try Bound(field)
    self.value = try bound.row(giving: value)
    waitHandle = try WaitHandle()
  }

  package init(_ entity: Entity, _ field: UInt64, text: Bytes?) throws {
    bound = try Bound(entity, field)
    value = try bound.row(giving: text)
    waitHandle = try WaitHandle()
  }

  package func get() throws -> RowSet { value }

  package func entity(of fields: UInt64) throws -> Entity { try bound.entity(of: fields) }

  /// Accepts every value that could be set, and changes nothing.
  package func set(_ value: BookDraft) throws { _ = try bound.row(giving: value) }
  package func set(text: Bytes?) throws { _ = try bound.row(giving: text) }
}
