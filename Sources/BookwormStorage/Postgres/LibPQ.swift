// libpq, PostgreSQL's client library, loaded when a server is first opened.
import CPostgres

enum LibPQ {
  /// Its soname has not changed since 2005.
  private static let name = "libpq.so.5"

  /// The first version that can have several statements on their way.
  private static let oldest: Int32 = 140_000

  /// Throws where it is absent or too old; nothing else of it may be called before.
  static func load() throws {
    if let fault { throw fault }
  }

  private static let fault: StorageError? = loading(name)

  /// Nil where all is well.
  static func loading(_ name: String) -> StorageError? {
    let missing = cpostgres_load(name)
    // The first function that is looked for; one that is too old lacks others.
    let version = cpostgres_version()
    if version > 0, version < oldest {
      return StorageError(
        .cannotOpen,
        "to open a server takes libpq 14 or newer; here is version \(version / 10000)")
    }
    guard let missing else { return nil }
    return StorageError(
      .cannotOpen,
      "to open a server takes \(name), version 14 or newer (Debian: package libpq5): "
        + String(cString: missing))
  }
}
