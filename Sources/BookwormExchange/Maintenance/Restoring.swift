// Replaces a store with a backup, completely or not at all.
//
// The copy is made and checked under another name, while the store cannot be opened. All commits of
// the store are checkpointed into its file, so that the remaining log cannot be mistaken for the
// copy's. Then the store gets a second name, and the copy is renamed over the first one.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Store {
  package static func restore(from backup: Bytes, to path: Bytes) throws {
    let source = try Rules.file(backup, "backup")
    let target = try StoreFile.resolved(try Rules.file(path, "path"))
    try ofBackup { try checkIsBackup(source) }
    guard try isThere(target, backup: source) else {
      let file = try NewFile(
        path: target, mode: StoreFile.mode(source), contents: .store(replacesEmpty: true))
      try fill(file, from: source)
      return try file.place()
    }
    let file = try NewFile(
      path: target + StoreFile.replaced, mode: 0o600, contents: .store(replacesEmpty: false))
    let sole = try SoleUse(of: target)
    try withExtendedLifetime(sole) {
      try fill(file, from: source)
      try file.place(insteadOf: target)
    }
  }

  /// Returns false unless the target holds a store.
  private static func isThere(_ target: String, backup: String) throws -> Bool {
    guard case .database(let header) = try StoreFile.look(at: target) else { return false }
    // A store of any version is accepted, since it is not opened.
    guard header.applicationID == Schema.applicationID else {
      throw Failure(
        .notAStore, "path", "\(target) is not a Bookworm store, and is not replaced; move it away")
    }
    guard try StoreFile.resolved(backup) != target else {
      throw Failure(.argument, "backup", "the backup is the store itself")
    }
    try StoreFile.checkFilesBeside(target)
    return true
  }

  private static func checkIsBackup(_ path: String) throws {
    switch try StoreFile.look(at: path) {
    case .absent: throw StorageError(.cannotOpen, "there is no such file: \(path)")
    case .empty: throw Failure(.notAStore, "backup", "an empty file, not a Bookworm store: \(path)")
    case .database(let header): try checkIsOurs(header, path)
    }
    try StoreFile.checkFilesBeside(path)
  }

  /// Copies a backup, even while programs use it, and checks the copy.
  private static func fill(_ file: NewFile, from backup: String) throws {
    try ofBackup {
      var options = DatabaseOptions()
      options.readOnly = true
      let source = try Database(path: backup, options: options)
      defer { source.close() }
      let reader = try source.borrowReader()
      defer { source.giveBack(reader: reader) }
      let copy = try reader.copy(to: file.temporaryPath)
      _ = try copy.step(-1)
      try copy.finish()
    }
    var options = DatabaseOptions(StoreOptions())
    options.isBeingMade = true
    let database = try Database(path: file.temporaryPath, options: options)
    defer { database.close() }
    try ofBackup {
      var versions = try readVersions(database, backup)
      try bringUp(database, backup, &versions)
      guard versions.sortKeys <= Int64(sortKeyRules) else {
        throw Failure(
          .newer, "backup",
          "a newer library has changed how this backup sorts names; restore it with that library")
      }
      let store = Store(backup, StoreOptions(), .all, database, versions)
      defer { _ = try? store.close() }
      let problems = try store.check()
      guard problems.count > 0 else { return }
      let first = String(decoding: problems.problem(0).text, as: UTF8.self)
      throw Failure(
        .corrupt, "backup", "the backup is damaged, and nothing was replaced: \(first): \(backup)")
    }
  }

  /// Makes errors name the parameter for the backup.
  private static func ofBackup(_ body: () throws -> Void) throws {
    do { try body() } catch var error as StorageError {
      error.parameter = "backup"
      throw error
    } catch let failure as Failure where failure.field == "path" {
      throw Failure(failure.kind, "backup", failure.message)
    }
  }
}
