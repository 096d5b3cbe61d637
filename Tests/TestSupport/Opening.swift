// Opening stores, and what a request that fails answers.
import BookwormModel
import BookwormStorage

/// A store whose commits do not wait for the disk, since no test cuts the power.
public func openStore(
  _ path: String, _ change: (inout StoreOptions) -> Void = { _ in }
) throws -> Store {
  var options = StoreOptions()
  options.syncEveryCommit = false
  change(&options)
  return try Store(path: bytes(path), options: options)
}

/// A new store in memory.
public func memoryStore() throws -> Store { try openStore(":memory:") }

/// What the model answered instead of doing as it was told; nil where it did, or failed otherwise.
public func failure<R>(_ body: () throws -> R) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch { return error as? Failure }
}

public func storageError<R>(_ body: () throws -> R) -> StorageError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? StorageError }
}
