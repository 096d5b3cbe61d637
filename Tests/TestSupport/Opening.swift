// Provides functions that open stores, and that return the failures of refused calls.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import Glibc
import Testing

/// Opens a store whose commits do not wait for the disk, since no test cuts the power. If
/// BOOKWORM_TEST_STORE has the address of a server, the store is in a schema there.
package func openStore(
  _ path: String, _ change: (inout StoreOptions) throws -> Void = { _ in }
) throws -> Store {
  var options = StoreOptions()
  options.syncEveryCommit = false
  try change(&options)
  #if DEBUG
    if let address = TestStore.address(of: path) {
      return try Store(path: bytes(address), options: options)
    }
    return try Proofreading.of { try Store(path: bytes(path), options: options) }
  #else
    return try Store(path: bytes(path), options: options)
  #endif
}

/// Opens a store with a history, which is kept in the store.
package func openStore(
  _ path: String, history: String, steps: Int32 = 1000, kibibytes: Int32 = 65_536,
  _ change: (inout StoreOptions) -> Void = { _ in }
) throws -> Store {
  try openStore(path) {
    $0.history = try StepHistory(bytes(history), steps: steps, kibibytes: kibibytes)
    change(&$0)
  }
}

/// A store on a server, by its address.
package func openStore(
  server url: String, _ options: StoreOptions = StoreOptions()
) throws -> Store {
  try Store(path: bytes(url), options: options)
}

/// The place of the tests' stores.
package enum TestStore {
  /// A server's address; nil if stores are files.
  package static let url: String? = getenv("BOOKWORM_TEST_STORE").map { String(cString: $0) }
  package static var isOnServer: Bool { url != nil }

  /// The schema for a path; each store in memory has its own.
  package static func schema(of path: String) -> String {
    if path == ":memory:" { return "test_memory_\(UInt64.random(in: 0 ... .max))" }
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "test_\(hash)"
  }

  /// Nil if stores are files, or if this one is, such as a backup.
  package static func address(of path: String) -> String? {
    access(path, F_OK) == 0 ? nil : url.map { $0 + "&bookworm_schema=\(schema(of: path))" }
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests about files, or about anything else that a server does not have.
  package static func ofFiles(_ what: String = "a store's file") -> Self {
    .disabled(
      if: TestStore.isOnServer, "it is about \(what), and the tests' stores are on a server")
  }
}

/// A new store in memory.
package func memoryStore() throws -> Store { try openStore(":memory:") }

/// The model's refusal of a call; nil if the call succeeded or failed otherwise.
package func failure<R>(_ body: () throws -> R) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch { return error as? Failure }
}

package func storageError<R>(_ body: () throws -> R) -> StorageError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? StorageError }
}
