// A control's two-way value: one field of one book, read, set, and followed as others set it; or a
// constant one, for a preview.
import BookwormStorage

public class Binding: @unchecked Sendable {
  let field: BookFields

  /// What a book may be given as one value.
  static let bindable = BookFields.givable.subtracting([.genreNames, .identifiers, .priced])

  private static func isOneValue(_ field: BookFields) -> Bool {
    if field == .priced || field == .identifiers { return true }
    return field.rawValue.nonzeroBitCount == 1 && field.isSubset(of: bindable)
  }

  init(_ field: BookFields) { self.field = field }

  fileprivate static func check(_ field: BookFields) throws {
    guard isOneValue(field) else {
      throw Failure(
        .argument, "field",
        "field is \(field.list); it must be one field that a book may be given as one value, or"
          + " price and currency, or the identifiers")
    }
  }

  /// Throws where `value` gives something else than the field. True if it gives that.
  fileprivate static func check(_ value: BookDraft, _ field: BookFields) throws -> Bool {
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
    return !value.given.isEmpty
  }

  // Overridden by those below.
  public func get() throws -> RowSet { throw Failure.closedHandle }
  public func set(_ value: BookDraft) throws {}
  /// Waits until the store's value is another than the one held, which it becomes. False where it
  /// was not in time.
  public func next(_ timeout: Milliseconds) throws -> Bool { false }
  public func end() {}
  public var descriptor: Int32 { -1 }
  /// Of a draft alone.
  public func asDraft() throws -> DraftBinding {
    throw Failure(.argument, "binding", "binding is of one field; it must be a draft of a book")
  }
}

/// One that hears of nothing.
public class LoneBinding: Binding, @unchecked Sendable {
  private let waitHandle: WaitHandle

  init(lone field: BookFields) throws {
    waitHandle = try WaitHandle()
    super.init(field)
  }

  public override func next(_ timeout: Milliseconds) throws -> Bool {
    let signalled = try waitHandle.wait(until: try Observer.deadline(timeout))
    guard !signalled, !waitHandle.isOver else {
      throw Failure(.closed, "binding", "the binding has been freed")
    }
    return false
  }

  public override func end() { waitHandle.end() }

  public override var descriptor: Int32 { waitHandle.descriptor }
}

public final class BookBinding: Binding, @unchecked Sendable {
  private let store: Store
  private let book: Int64
  private let observer: Observer
  private let lock = Lock()
  private var held: RowSet

  public init(_ store: Store, book: Int64, _ field: BookFields) throws {
    try Binding.check(field)
    self.store = store
    self.book = book
    observer = try store.observe(book: book, field)
    held = try store.book(book, field)
    super.init(field)
  }

  public override func get() throws -> RowSet {
    _ = try store.read { try $0.bookFacts(book) }
    return lock.withLock { held }
  }

  public override func set(_ value: BookDraft) throws {
    let isGiven = try Binding.check(value, field)
    // Held through the write, so that next() does not take the new value for somebody else's.
    try lock.withLock {
      // Made first, so that what is written is held as well.
      let given = try RowSet.value(of: field, value)
      switch field {
      case .rating where isGiven: try store.setRating(book, value.int32(.rating))
      case .status where isGiven: try store.setStatus(book, value.int32(.status), date: nil)
      case .genres: try store.setGenres(value.givenGenres, ofBook: book)
      default: try store.updateBook(book, value, clear: isGiven ? [] : field)
      }
      held = given
    }
  }

  public override func next(_ timeout: Milliseconds) throws -> Bool {
    let deadline = try Observer.deadline(timeout)
    while true {
      if try takeOver() { return true }
      let left = deadline.map { max(0, $0 &- Clock.monotonic()) } ?? -1
      if try observer.next(left).count == 0 { return false }
    }
  }

  private func takeOver() throws -> Bool {
    try lock.withLock {
      let stored = try store.book(book, field)
      guard !stored.hasValue(of: held) else { return false }
      held = stored
      return true
    }
  }

  public override func end() { observer.end() }
  public override var descriptor: Int32 { observer.descriptor }
}

public final class ConstantBinding: LoneBinding, @unchecked Sendable {
  private let value: RowSet

  public init(_ field: BookFields, _ value: BookDraft) throws {
    try Binding.check(field)
    _ = try Binding.check(value, field)
    self.value = try RowSet.value(of: field, value)
    try super.init(lone: field)
  }

  public override func get() throws -> RowSet { value }

  /// What could be set is accepted, and changes nothing.
  public override func set(_ value: BookDraft) throws { _ = try Binding.check(value, field) }
}
