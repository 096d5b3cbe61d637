// This file loads libpq, PostgreSQL's client library, when a server is first opened.
import CPostgres

enum LibPQ {
  /// Its soname has not changed since 2005.
  private static let name = "libpq.so.5"

  /// The first version with pipelines: several statements can be under way.
  private static let oldest: Int32 = 140_000

  /// Throws if libpq is absent or too old. No other function of libpq may be called before.
  static func load() throws {
    if let fault { throw fault }
  }

  private static let fault: StorageError? = loading(name)

  /// Nil if all is well.
  static func loading(_ name: String) -> StorageError? {
    let missing = cpostgres_load(name)
    // The version function is looked up first, because an older libpq lacks other functions.
    let version = cpostgres_version()
    if version > 0, version < oldest {
      return StorageError(
        .cannotOpen,
        "opening a server needs libpq 14 or newer; this is version \(version / 10000)")
    }
    guard let missing else { return nil }
    return StorageError(
      .cannotOpen,
      "opening a server needs \(name), version 14 or newer (Debian: package libpq5): "
        + String(cString: missing))
  }
}
