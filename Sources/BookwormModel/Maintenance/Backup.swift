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
  private let target: Target
  private var state = State.waiting

  private enum Target {
    case file(NewFile)
    case server(String)
  }

  /// Into a file, or where `mayBeAddress` on a server.
  public init(_ store: Store, path given: Bytes, mayBeAddress: Bool = false) throws {
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

  /// Page by page from file to file, else row by row.
  private func copy(_ source: Connection) throws -> any DatabaseCopy {
    if case .file(let file) = target, !store.isOnServer {
      return try source.copy(to: file.temporaryPath)
    }
    guard store.sortKeyVersion <= sortKeyRules else {
      // Its index of words would be of other rules than it says.
      throw Failure(.newer, "store", "a newer library sorts this store's names; let it copy them")
    }
    return try StoreCopy(of: source) {
      switch target {
      case .server(let address): try Store.beginCopy(onServer: address)
      case .file(let file): try Store.beginCopy(into: file)
      }
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
          return try store.read { try step(copy($0), -1) }
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
    if case .copying(_, let reader) = state { try reader.connection.checkIsInPlace() }
    try copy.finish()
    if case .file(let file) = target { try file.place() }
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
    if let meant = whatIsMeant(by: path) {
      throw Failure(
        .argument, "path", "\(meant); a file of such a name is found behind ./")
    }
    return path
  }

  /// Of a text that is more likely something else than the path of a file: what to write instead.
  private static func whatIsMeant(by path: String) -> String? {
    let text = path.lowercased()
    let isMemory =
      path != ":memory:" && text.split(whereSeparator: \.isWhitespace) == [":memory:"]
      || text.hasPrefix("file::memory:")
    if isMemory { return "for a store in memory write \":memory:\", without anything around it" }
    let word = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != "=" }
    let rest = text.drop(while: \.isWhitespace).dropFirst(word.count)
    guard keywords.contains(word), rest.drop(while: \.isWhitespace).first == "=" else {
      return nil
    }
    // Without the text, which may have a password.
    return "path begins with a keyword of libpq; for a server write"
      + " postgresql://USER@HOST/DATABASE"
  }

  private static let keywords: Set<Substring> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode",
  ]
}
