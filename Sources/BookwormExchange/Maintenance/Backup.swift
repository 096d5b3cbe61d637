// Copies a store into a separate file, a piece at a time, while others write.
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class Backup: @unchecked Sendable {
  /// The numbers of pages of the store, or of its rows if it is copied row by row.
  package struct Progress: Sendable {
    package let total: Int
    package let left: Int
  }

  private enum State {
    case copying(any DatabaseCopy, DetachedReader)
    /// The store has a single connection, which is not kept between steps. So the store is copied
    /// in one step.
    case waiting
    case failed(any Error)
    case done(Progress)
  }

  private let lock = Lock()
  private let store: Store
  private let target: Target
  private var state = State.waiting

  private enum Target {
    case file(NewFile)
    case server(String)
  }

  /// Copies into a file, or to a server if `mayBeAddress` is true.
  package init(_ store: Store, path given: Bytes, mayBeAddress: Bool = false) throws {
    self.store = store
    let address = mayBeAddress ? try Store.checkedAddress(given) : nil
    let path = try address ?? Rules.newFile(given)
    let reader = try store.detachReader()
    target =
      address != nil
      ? .server(path)
      : .file(
        try NewFile(path: path, mode: store.fileMode, contents: .store(replacesEmpty: false)))
    if let reader { state = .copying(try copy(reader.connection), reader) }
  }

  /// Copies page by page from file to file, otherwise row by row.
  private func copy(_ source: Connection) throws -> any DatabaseCopy {
    if case .file(let file) = target, !store.isOnServer {
      return try source.copy(to: file.temporaryPath)
    }
    guard store.sortKeyVersion <= sortKeyRules else {
      // The copy's index of words would follow other rules than the copy declares.
      throw Failure(
        .newer, "store",
        "a newer library has changed how this store sorts names; copy it with that library")
    }
    return try StoreCopy(of: source) {
      switch target {
      case .server(let address): try Store.beginCopy(onServer: address)
      case .file(let file): try Store.beginCopy(into: file)
      }
    }
  }

  deinit { end() }

  /// Ends the copy before its connection is returned.
  private func end() {
    if case .copying(let copy, _) = state { copy.end() }
  }

  /// Copies so many pages, or all of the rest if `pages` is 0 or less. The file is complete when no
  /// pages are left.
  package func step(_ pages: Int32) throws -> Progress {
    try lock.withLock {
      do {
        switch state {
        case .failed(let error): throw error
        case .done(let progress): return progress
        case .copying(let copy, let reader):
          try reader.checkIsOpen()
          return try step(copy, pages)
        case .waiting:
          return try store.read { try step(copy($0), -1) }
        }
      } catch {
        // A store in memory may be in use now, but not at the next attempt.
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
    if case .copying(_, let reader) = state { try reader.connection.checkIsInPlace() }
    try copy.finish()
    if case .file(let file) = target { try file.place() }
    state = .done(progress)
    return progress
  }
}

extension Rules {
  /// Returns the path of a new file.
  static func newFile(_ given: Bytes) throws -> String { try file(given, "path") }

  static func file(_ given: Bytes, _ parameter: String) throws -> String {
    let path = try Store.checkedPath(given, parameter)
    guard path != ":memory:" else {
      throw Failure(.argument, parameter, "\(parameter) is :memory:, which is not a file")
    }
    return path
  }
}
