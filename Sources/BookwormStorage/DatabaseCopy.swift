// A copy of a whole database into a file, some pages at a time.

public protocol DatabaseCopy: AnyObject {
  /// Pages of the database, and those of them that are still to be copied; of the last step.
  var pages: (total: Int, left: Int) { get }
  /// Copies so many pages, or all that are left where `pages` is below 0. True when all are copied.
  func step(_ pages: Int32) throws -> Bool
  /// Closes the file, which is a database of its own then, with no log beside it.
  func finish() throws
  /// Closes the file and lets go of the source, wherever the copy stands.
  func end()
}

extension Connection {
  /// The connection outlives the copy, is used by nobody else while it is made, and has begun a
  /// transaction that reads: so one state is copied. At `path` lies an empty file.
  public func copy(to path: String) throws -> any DatabaseCopy { try side.copy(to: path) }
}
