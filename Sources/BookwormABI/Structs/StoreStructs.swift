// Converts options and properties of a store from and to the caller's structs.
import BookwormRecords
import BookwormStore
import CBookwormTypes

extension StoreOptions {
  /// NULL means the defaults, like 0 in each member.
  init(_ options: UnsafePointer<bw_open_options>?) throws {
    self.init()
    guard options != nil else { return }
    let given = try input(options, "options")
    create = try !flag(given.must_exist, "must_exist")
    readOnly = try flag(given.read_only, "read_only")
    let milliseconds = try StoreOptions.number(
      given.busy_timeout, "busy_timeout", "milliseconds", none: "do not wait")
    busyTimeout = milliseconds.map { Int64($0) } ?? busyTimeout
    switch given.durability {
    case BW_DURABILITY_FULL: syncEveryCommit = true
    case BW_DURABILITY_NORMAL: syncEveryCommit = false
    default: throw Failure.unknown(given.durability.rawValue, "durability")
    }
    if given.cache_size != 0 { cacheKiB = given.cache_size }
    guard StoreOptions.cacheKiBAllowed.contains(cacheKiB) else {
      throw Failure(
        .argument, "cache_size",
        "cache_size is \(cacheKiB) KiB; it must be in \(StoreOptions.cacheKiBAllowed)")
    }
    undoKiB =
      try StoreOptions.number(
        given.undo_limit, "undo_limit", "KiB", none: "nothing can be undone") ?? undoKiB
    undoFileKiB =
      try StoreOptions.number(
        given.undo_file_limit, "undo_file_limit", "KiB", none: "memory only") ?? undoFileKiB
    history = try StoreOptions.history(given)
  }

  private static func history(_ given: bw_open_options) throws -> StepHistory? {
    guard let name = try optionalText(given.history.data, given.history.length, "history") else {
      for (value, field) in [
        (given.history_steps, "history_steps"), (given.history_limit, "history_limit"),
      ] where value != 0 {
        throw Failure(.argument, field, "\(field) needs the name of a history")
      }
      return nil
    }
    return try StepHistory(
      name, steps: given.history_steps == 0 ? 1000 : given.history_steps,
      kibibytes: given.history_limit == 0 ? 65_536 : given.history_limit)
  }

  /// Converts an option: 0, which means the default, to nil; and -1, which means none, to 0.
  private static func number(
    _ value: Int32, _ name: String, _ unit: String, none: String
  ) throws -> Int32? {
    guard value >= -1 else {
      throw Failure(
        .argument, name,
        "\(name) is \(value); it must be more than 0 \(unit), 0 (the default) or -1 (\(none))")
    }
    return value == 0 ? nil : max(value, 0)
  }
}

extension bw_store_info {
  init(_ session: any Session) throws {
    let store = session.store
    self.init(
      size: 0, schema_version: store.schemaVersion, sort_key_version: store.sortKeyVersion,
      read_only: store.isReadOnly ? 1 : 0, path: bw_text(store.path),
      log_bytes: store.logBytes)
  }
}
