// What engines say in different words, each fragment named after what differs. Everything else is
// written once, as all of them understand it.

public protocol Dialect: Sendable {
  /// Begins a transaction that writes, with the lock that keeps others from writing.
  var beginWriting: String { get }
  /// Joins two tables in the order in which they stand: the rows come as the left one has them.
  var joinInOrder: String { get }
  /// The function that gives the least of its arguments.
  var least: String { get }
  /// The month (YYYYMM, in UTC) of an instant in milliseconds.
  func month(ofInstant column: String) -> String
  /// Where groups are made, in a SELECT that also takes min(`lowest`) of each: `column` of the row
  /// in which `lowest` is the lowest.
  func value(of column: String, atLowest lowest: String) -> String
  /// The rows of a table in memory, in their order: see Connection.withTable().
  func rowsInMemory(_ table: String) -> String
  /// Ends a DELETE, so that each of its rows is told of: see Connection.visiting().
  func visiting(_ first: String, _ second: String) -> String

  /// Whether a text holds what a search key, the next parameter, was made of.
  func contains(_ column: String) -> String
  /// Whether a row of a full-text index answers the expression that is the next parameter.
  func matches(_ index: String) -> String
  /// The column of such an index that holds a row's id.
  var matchedID: String { get }
  /// How well a row answers: the best is the least.
  func rank(_ index: String) -> String
}
