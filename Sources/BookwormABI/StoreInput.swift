// Stores' and transactions' structs and enums, to and from the model's.
import BookwormModel
import CBookwormTypes

extension StoreOptions {
  /// NULL stands for the defaults, as 0 does in each member.
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
  }

  /// Nil for 0, the default, and 0 for -1, which says that there is to be none.
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

func flag(_ value: Int32, _ name: String) throws -> Bool {
  guard value == 0 || value == 1 else {
    throw Failure(.argument, name, "\(name) is \(value); it must be 1 or 0")
  }
  return value == 1
}

extension Failure {
  static func unknown(_ value: UInt32, _ name: String) -> Failure {
    Failure(
      .argument, name, "\(name) is \(Int32(bitPattern: value)), which is not one of its values")
  }
}

extension bw_store_info {
  init(_ session: Session) throws {
    guard let store = session.store else { throw HandleFault(parameter: "store", reason: .unknown) }
    self.init(
      size: 0, schema_version: store.schemaVersion, sort_key_version: store.sortKeyVersion,
      read_only: store.isReadOnly ? 1 : 0, path: bw_text(store.path),
      log_bytes: store.logBytes)
  }
}

extension bw_query_info {
  init(_ query: Query) {
    self.init(
      size: 0, sort_count: Int32(clamping: query.sort.count),
      filters: query.filteredFields.rawValue, limit: query.limit ?? -1, offset: query.offset)
  }
}

extension Transaction.Mode {
  init(_ mode: bw_transaction_mode) throws {
    switch mode {
    case BW_TRANSACTION_WRITE: self = .write
    case BW_TRANSACTION_READ: self = .read
    default: throw Failure.unknown(mode.rawValue, "mode")
    }
  }
}

extension Match {
  init(_ match: bw_match) throws {
    guard let value = Match(rawValue: Int32(bitPattern: match.rawValue)) else {
      throw Failure.unknown(match.rawValue, "match")
    }
    self = value
  }
}

extension StatisticsGroup {
  init(_ group: bw_group) throws {
    guard let value = StatisticsGroup(rawValue: Int32(bitPattern: group.rawValue)) else {
      throw Failure.unknown(group.rawValue, "group")
    }
    self = value
  }
}

extension SortTerm {
  init(_ key: bw_sort_key, _ direction: bw_direction) throws {
    guard let key = SortKey(rawValue: Int32(bitPattern: key.rawValue)) else {
      throw Failure.unknown(key.rawValue, "key")
    }
    switch direction {
    case BW_ASCENDING: self.init(key, descending: false)
    case BW_DESCENDING: self.init(key, descending: true)
    default: throw Failure.unknown(direction.rawValue, "direction")
    }
  }
}

extension bw_backup_progress {
  init(_ progress: Backup.Progress) {
    self.init(
      size: 0, reserved: 0, total: Int64(progress.total), remaining: Int64(progress.left))
  }
}
