// Defines the versions of a store. Checks that the store is still the same, and that no newer
// library has upgraded it.
import BookwormRecords
import BookwormStorage

extension Store {
  package struct Versions {
    var schema: Int32
    package var sortKeys: Int64
    /// For a store on a server: see Database.storeID.
    var storeID: Int64 = 0
  }

  static let sortKeyProperty = "sort_key_version"
  static let idProperty = "store_id"
  /// 0 if leading articles stay first in the keys of titles.
  package static let articlesProperty = "articles_last"

  /// Throws if the database no longer has the store with this id. A store in a file is identified
  /// by its file.
  static func checkIsSame(_ id: Int64?, _ database: Database) throws {
    guard id ?? 0 == database.storeID else {
      throw StorageError(
        .cannotOpen,
        "another store has replaced this one since it was opened: \(database.path)")
    }
  }

  /// Throws if one of the versions is newer than this library's. Both may have risen since the
  /// store was opened.
  package static func checkIsNotNewer(schema: Int64?, sortKeys: Int64?) throws {
    guard schema ?? 0 <= Int64(Schema.version) else {
      throw Failure(
        .newer, "store", "a newer library has upgraded the store to schema version \(schema ?? 0)")
    }
    guard sortKeys ?? 0 <= Int64(sortKeyRules) else {
      throw Failure(
        .readOnly, "store",
        "a newer library has changed how this store sorts names; this library can only read the"
          + " store: open it again")
    }
  }
}
