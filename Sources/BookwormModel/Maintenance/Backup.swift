// A copy of a store into a file of its own, made a piece at a time while others write.
import BookwormStorage

public final class Backup: @unchecked Sendable {
  /// Pages of the store.
  public struct Progress: Sendable {
    public let total: Int
    public let left: Int
  }

  private enum State {
    case copying(any DatabaseCopy, DetachedReader)
    /// Of a store that has the one connection, which is not kept: copied in one step.
    case waiting
    case failed(any Error)
    case done(Progress)
  }

  private let lock = Lock()
  private let store: Store
  private let file: NewFile
  private var state = State.waiting

  public init(_ store: Store, path given: Bytes) throws {
    self.store = store
    let path = try Rules.newFile(given)
    guard !store.isOnServer else {
      throw Failure(
        .argument, "store",
        "a store on a server is not copied into a file yet; pg_dump with --schema backs it up")
    }
    let reader = try store.detachReader()
    file = try NewFile(
      path: path, mode: store.fileMode, contents: .store(replacesEmpty: false))
    if let reader {
      let copy = try reader.connection.copy(to: file.temporaryPath)
      state = .copying(copy, reader)
    }
  }

  deinit { end() }

  /// The copy is done with its connection before that goes back.
  private func end() {
    if case .copying(let copy, _) = state { copy.end() }
  }

  /// Copies so many pages, or all that are left where `pages` is 0 or less. Where none is left, the
  /// file is complete.
  public func step(_ pages: Int32) throws -> Progress {
    try lock.withLock {
      do {
        switch state {
        case .failed(let error): throw error
        case .done(let progress): return progress
        case .copying(let copy, let reader):
          try reader.checkIsOpen()
          return try step(copy, pages)
        case .waiting:
          return try store.read { try step($0.copy(to: file.temporaryPath), -1) }
        }
      } catch {
        // A store in memory may be in use now, and not the next time.
        if case .waiting = state, (error as? StorageError)?.kind == .busy { throw error }
        end()
        state = .failed(error)
        throw error
      }
    }
  }

  private func step(_ copy: any DatabaseCopy, _ pages: Int32) throws -> Progress {
    let isComplete = try copy.step(pages > 0 ? pages : -1)
    let progress = Progress(total: copy.pages.total, left: copy.pages.left)
    guard isComplete else { return progress }
    try copy.finish()
    try file.place()
    state = .done(progress)
    return progress
  }
}

extension Rules {
  /// The path of a file that is to be made.
  static func newFile(_ given: Bytes) throws -> String {
    let path = try Store.checkedPath(given)
    guard path != ":memory:" else {
      throw Failure(.argument, "path", "path is :memory:, which is no file")
    }
    return path
  }

  /// The path of a file.
  static func noAddress(_ given: Bytes) throws -> String {
    let path = String(decoding: given, as: UTF8.self)
    guard !ServerAddress.isOne(path) else {
      // Without the address, which may have a password.
      throw Failure(
        .argument, "path",
        "path is a server's address, and this takes a file; a file of such a name is found behind"
          + " ./")
    }
    return path
  }
}
