// Converts handles to objects and back.
import BookwormExchange
import BookwormFrontend
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

enum Handles {
  /// The object of an open handle of this kind. Only for kinds with a single class, so that the
  /// cast cannot fail: not for stores and transactions, nor for bindings.
  static func object<Object: HandleObject>(
    _ handle: OpaquePointer?, _ parameter: String? = nil
  ) throws -> Object {
    let object = try HandleTable.shared.object(
      handle, Object.handleKind, parameter ?? Object.handleKind.name,
      survivesFork: Object.handleKind.survivesFork)
    return unsafeDowncast(object, to: Object.self)
  }

  static func session(_ handle: BWStore?, _ parameter: String = "store") throws -> any Session {
    let object = try HandleTable.shared.object(handle, .session, parameter, survivesFork: false)
    return type(of: object) == Store.self
      ? unsafeDowncast(object, to: Store.self) : unsafeDowncast(object, to: Transaction.self)
  }

  static func query(_ handle: BWQuery?, _ parameter: String? = nil) throws -> SharedQuery {
    try object(handle, parameter)
  }

  /// NULL means no query.
  static func optionalQuery(_ handle: BWQuery?) throws -> Query? {
    try handle == nil ? nil : query(handle).value
  }

  static func result(_ handle: BWResult?) throws -> RowSet { try object(handle) }
  static func stream(_ handle: BWStream?) throws -> RowStream { try object(handle) }
  static func observer(_ handle: BWObserver?) throws -> Observer { try object(handle) }
  static func binding(_ handle: BWBinding?) throws -> any Binding {
    let object = try HandleTable.shared.object(handle, .binding, "binding", survivesFork: false)
    guard let binding = object as? any Binding else {
      throw HandleFault(parameter: "binding", reason: .unknown)
    }
    return binding
  }

  static func backup(_ handle: BWBackup?) throws -> Backup { try object(handle) }

  static func store(_ handle: BWStore?) throws -> Store {
    let session = try session(handle)
    guard session.store === session else {
      throw Failure(
        .argument, "store", "this call needs a store; it is not possible within a transaction")
    }
    return session.store
  }

  static func transaction(_ handle: BWStore?) throws -> Transaction {
    guard let transaction = try session(handle, "transaction") as? Transaction else {
      throw Failure(.argument, "transaction", "transaction is a store, not a transaction")
    }
    return transaction
  }

  static func add(_ object: some HandleObject) throws -> OpaquePointer? {
    try HandleTable.shared.add(object, type(of: object).handleKind)
  }

  static func add(_ binding: any Binding) throws -> BWBinding? {
    try HandleTable.shared.add(binding, .binding)
  }

  static func add(_ store: Store) throws -> BWStore? {
    do { return try HandleTable.shared.add(store, .session) } catch {
      _ = try store.close()
      throw error
    }
  }

  static func add(_ transaction: Transaction) throws -> BWStore? {
    do { return try HandleTable.shared.add(transaction, .session) } catch {
      try transaction.rollBack()
      throw error
    }
  }

  /// Closes the handle of an observer or a binding, and ends the waits of other threads for its
  /// changes. NULL is allowed and does nothing.
  static func end(_ handle: OpaquePointer?, _ kind: HandleKind) throws {
    guard handle != nil else { return }
    let object = try HandleTable.shared.remove(handle, kind, kind.name, survivesFork: false)
    (object as? Observer)?.end()
    (object as? any Binding)?.end()
  }

  /// NULL is allowed and does nothing.
  static func free(_ handle: OpaquePointer?, _ kind: HandleKind) throws {
    guard handle != nil else { return }
    _ = try HandleTable.shared.remove(
      handle, kind, kind.name, survivesFork: kind.survivesFork)
  }

  /// Closes a store. Returns true if a transaction that could write was open.
  static func close(_ handle: BWStore?) throws -> Bool {
    guard handle != nil else { return false }
    guard try isForked(handle, "store") == false else { return false }
    let store = try store(handle)
    _ = try HandleTable.shared.remove(handle, .session, "store", survivesFork: false)
    return try store.close()
  }

  /// Commits, or fails and rolls back. A transaction that can still continue keeps its handle.
  static func commit(_ handle: BWStore?) throws {
    let transaction = try transaction(handle)
    do { try transaction.commit() } catch let failure as Failure where failure.kind == .transaction
    {
      throw failure
    } catch {
      try free(handle, .session)
      throw error
    }
    // The commit is done, even if another thread has closed the handle meanwhile.
    _ = try? free(handle, .session)
  }

  /// Rolls back a transaction. Returns true if there was something to roll back.
  static func rollBack(_ handle: BWStore?, allowNull: Bool) throws -> Bool {
    if handle == nil, allowNull { return false }
    guard try isForked(handle, "transaction") == false else { return false }
    let transaction = try transaction(handle)
    _ = try HandleTable.shared.remove(
      handle, .session, "transaction", survivesFork: false)
    return try transaction.rollBack()
  }

  /// In a forked child, closes only the handle of a store or transaction that the parent opened,
  /// and returns true. Otherwise returns false.
  private static func isForked(_ handle: BWStore?, _ parameter: String) throws -> Bool {
    do { _ = try session(handle, parameter) } catch let fault as HandleFault
      where fault.reason == .forked
    {
      _ = try HandleTable.shared.remove(handle, .session, parameter, survivesFork: false)
      return true
    }
    return false
  }
}
