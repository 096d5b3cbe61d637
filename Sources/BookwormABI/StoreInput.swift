// Stores' and transactions' structs and enums, to and from the model's.
import BookwormModel
import CBookwormTypes

extension bw_open_options {
  static var standard: bw_open_options {
    let defaults = StoreOptions()
    return bw_open_options(
      size: 0, create: defaults.create ? 1 : 0, read_only: defaults.readOnly ? 1 : 0,
      busy_timeout: Int32(clamping: defaults.busyTimeout),
      durability: defaults.syncEveryCommit ? BW_DURABILITY_FULL : BW_DURABILITY_NORMAL,
      cache_size: defaults.cacheKiB, undo_limit: defaults.undoKiB)
  }
}

extension StoreOptions {
  /// NULL stands for the defaults.
  init(_ options: UnsafePointer<bw_open_options>?) throws {
    self.init()
    guard options != nil else { return }
    let given = try input(options, "options")
    create = try flag(given.create, "create")
    readOnly = try flag(given.read_only, "read_only")
    guard given.busy_timeout >= 0 else {
      throw Failure(
        .argument, "busy_timeout",
        "busy_timeout is \(given.busy_timeout); it must be 0 (do not wait) or more milliseconds")
    }
    busyTimeout = Int64(given.busy_timeout)
    switch given.durability {
    case BW_DURABILITY_FULL: syncEveryCommit = true
    case BW_DURABILITY_NORMAL: syncEveryCommit = false
    default: throw Failure.unknown(given.durability.rawValue, "durability")
    }
    guard StoreOptions.cacheKiBAllowed.contains(given.cache_size) else {
      throw Failure(
        .argument, "cache_size",
        "cache_size is \(given.cache_size) KiB; it must be in \(StoreOptions.cacheKiBAllowed)")
    }
    cacheKiB = given.cache_size
    guard given.undo_limit >= 0 else {
      throw Failure(
        .argument, "undo_limit",
        "undo_limit is \(given.undo_limit); it must be 0 (nothing can be undone) or more KiB")
    }
    undoKiB = given.undo_limit
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
