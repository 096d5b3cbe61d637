// From a handle to what it names, and back.
import BookwormModel
import BookwormStorage
import CBookwormTypes

public typealias BWStore = OpaquePointer
public typealias BWQuery = OpaquePointer
public typealias BWResult = OpaquePointer
public typealias BWStream = OpaquePointer
public typealias BWObserver = OpaquePointer
public typealias BWBinding = OpaquePointer
public typealias BWBackup = OpaquePointer

/// A query that threads may share: each change and each use sees it whole.
final class SharedQuery: @unchecked Sendable {
  /// One for all queries, so that a fork can wait for it: it is held for moments.
  static let lock = Lock()
  private var query: Query

  init() throws { query = try Query() }

  init(_ query: Query) { self.query = query }

  var value: Query { SharedQuery.lock.withLock { query } }

  func change(_ body: (inout Query) throws -> Void) throws {
    try SharedQuery.lock.withLock {
      var changed = query
      try body(&changed)
      query = changed
    }
  }
}

/// The kind of a handle decides the class of its object, so that the casts cannot fail.
enum Handles {
  static func session(_ handle: BWStore?, _ parameter: String = "store") throws -> Session {
    let object = try HandleTable.shared.object(handle, .store, parameter, survivesFork: false)
    return unsafeDowncast(object, to: Session.self)
  }

  static func query(_ handle: BWQuery?) throws -> SharedQuery {
    let object = try HandleTable.shared.object(handle, .query, "query", survivesFork: true)
    return unsafeDowncast(object, to: SharedQuery.self)
  }

  /// NULL stands for no query.
  static func optionalQuery(_ handle: BWQuery?) throws -> Query? {
    try handle == nil ? nil : query(handle).value
  }

  static func result(_ handle: BWResult?) throws -> RowSet {
    let object = try HandleTable.shared.object(handle, .result, "result", survivesFork: true)
    return unsafeDowncast(object, to: RowSet.self)
  }

  static func stream(_ handle: BWStream?) throws -> RowStream {
    let object = try HandleTable.shared.object(handle, .stream, "stream", survivesFork: false)
    return unsafeDowncast(object, to: RowStream.self)
  }

  static func observer(_ handle: BWObserver?) throws -> Observer {
    let object = try HandleTable.shared.object(handle, .observer, "observer", survivesFork: false)
    return unsafeDowncast(object, to: Observer.self)
  }

  static func binding(_ handle: BWBinding?) throws -> Binding {
    let object = try HandleTable.shared.object(handle, .binding, "binding", survivesFork: false)
    return unsafeDowncast(object, to: Binding.self)
  }

  static func backup(_ handle: BWBackup?) throws -> Backup {
    let object = try HandleTable.shared.object(handle, .backup, "backup", survivesFork: false)
    return unsafeDowncast(object, to: Backup.self)
  }

  static func store(_ handle: BWStore?) throws -> Store {
    guard let store = try session(handle) as? Store else {
      throw Failure(
        .argument, "store", "this takes a store; it is not possible within a transaction")
    }
    return store
  }

  static func transaction(_ handle: BWStore?) throws -> Transaction {
    guard let transaction = try session(handle, "transaction") as? Transaction else {
      throw Failure(.argument, "transaction", "transaction is a store, not a transaction")
    }
    return transaction
  }

  static func add(_ store: Store) throws -> BWStore? {
    do { return try HandleTable.shared.add(store, .store) } catch {
      _ = try store.close()
      throw error
    }
  }
  static func add(_ transaction: Transaction) throws -> BWStore? {
    do { return try HandleTable.shared.add(transaction, .store) } catch {
      try transaction.rollBack()
      throw error
    }
  }
  static func add(_ query: SharedQuery) throws -> BWQuery? {
    try HandleTable.shared.add(query, .query)
  }
  static func add(_ rows: RowSet) throws -> BWResult? {
    try HandleTable.shared.add(rows, .result)
  }
  static func add(_ stream: RowStream) throws -> BWStream? {
    try HandleTable.shared.add(stream, .stream)
  }

  static func add(_ observer: Observer) throws -> BWObserver? {
    try HandleTable.shared.add(observer, .observer)
  }
  static func add(_ binding: Binding) throws -> BWBinding? {
    try HandleTable.shared.add(binding, .binding)
  }

  /// Ends what other threads wait for; NULL is allowed and does nothing.
  static func end(_ handle: OpaquePointer?, _ kind: HandleKind) throws {
    guard handle != nil else { return }
    let object = try HandleTable.shared.remove(handle, kind, kind.name, survivesFork: false)
    (object as? Observer)?.end()
    (object as? Binding)?.end()
  }

  static func add(_ backup: Backup) throws -> BWBackup? {
    try HandleTable.shared.add(backup, .backup)
  }

  /// NULL is allowed and does nothing.
  static func free(_ handle: OpaquePointer?, _ kind: HandleKind) throws {
    guard handle != nil else { return }
    _ = try HandleTable.shared.remove(
      handle, kind, kind.name, survivesFork: kind == .query || kind == .result)
  }

  /// True if a transaction that could write was open.
  static func close(_ handle: BWStore?) throws -> Bool {
    guard handle != nil else { return false }
    guard try isForked(handle, "store") == false else { return false }
    let store = try store(handle)
    _ = try HandleTable.shared.remove(handle, .store, "store", survivesFork: false)
    return try store.close()
  }

  /// Commits, or fails and rolls back; a transaction that may still go on keeps its handle.
  static func commit(_ handle: BWStore?) throws {
    let transaction = try transaction(handle)
    do { try transaction.commit() } catch let failure as Failure where failure.kind == .transaction
    {
      throw failure
    } catch {
      try free(handle, .store)
      throw error
    }
    // Committed is committed, also where another thread has closed the handle meanwhile.
    _ = try? free(handle, .store)
  }

  /// True if there was something to roll back.
  static func rollBack(_ handle: BWStore?, allowNull: Bool) throws -> Bool {
    if handle == nil, allowNull { return false }
    guard try isForked(handle, "transaction") == false else { return false }
    let transaction = try transaction(handle)
    _ = try HandleTable.shared.remove(handle, .store, "transaction", survivesFork: false)
    return try transaction.rollBack()
  }

  /// A parent's store or transaction in a forked child: its handle is closed and nothing else.
  private static func isForked(_ handle: BWStore?, _ parameter: String) throws -> Bool {
    do { _ = try session(handle, parameter) } catch let fault as HandleFault
      where fault.reason == .forked
    {
      _ = try HandleTable.shared.remove(handle, .store, parameter, survivesFork: false)
      return true
    }
    return false
  }
}
