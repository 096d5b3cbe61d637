// This file defines how a whole database is copied into a file, some pages at a time.

public protocol DatabaseCopy: AnyObject {
  /// The pages of the database and the pages left to copy, as of the last step.
  var pages: (total: Int, left: Int) { get }
  /// Copies this many pages, or all remaining pages if `pages` is below 0. Returns true when all
  /// are copied.
  func step(_ pages: Int32) throws -> Bool
  /// Closes the file, which is then a database of its own without a log.
  func finish() throws
  /// Closes the file and releases the source, however far the copy has come.
  func end()
}

extension Connection {
  /// Copies one state: the connection must be in a read transaction. Nobody else may use it during
  /// the copy, and it must outlive the copy. `path` must name an empty file.
  public func copy(to path: String) throws -> any DatabaseCopy { try side.copy(to: path) }
}
