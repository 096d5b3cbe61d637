// What engines say in different words, each fragment named after what differs. Everything else is
// written once, as all of them understand it.

public protocol Dialect: Sendable {
  /// A statement that gives the version of the store's schema.
  var schemaVersion: String { get }
  /// A statement that looks for damage of the database's files, and gives a text for each, or "ok";
  /// nil where the server looks after them.
  var integrity: String? { get }
  /// Begins a transaction that writes, with the lock that keeps others from writing.
  var beginWriting: String { get }
  /// Begins a transaction that reads; what is read first fixes the state that is seen.
  var beginReading: String { get }
  /// Joins two tables in the order in which they stand: the rows come as the left one has them,
  /// where the statement ends in inOrder() too.
  var joinInOrder: String { get }
  /// Ends a SELECT that joinInOrder has joined: the terms by which the left one's rows are ordered,
  /// for an engine that needs them again.
  func inOrder(_ terms: @autoclosure () -> String) -> String
  /// The same, where the left one is a table in memory.
  func inOrder(ofRowsInMemory alias: String) -> String
  /// A number that a statement is planned by, such as how many rows are wanted, where it stands in
  /// the text; nil where it is a parameter.
  func planned(_ number: Int64) -> String?
  /// The function that gives the least of its arguments.
  var least: String { get }
  /// The month (YYYYMM, in UTC) of an instant in milliseconds.
  func month(ofInstant column: String) -> String
  /// Where groups are made, in a SELECT that also takes min(`lowest`) of each: `column` of the row
  /// in which `lowest` is the lowest.
  func value(of column: String, atLowest lowest: String) -> String
  /// Whether the value of a column of blobs is one.
  func isBlob(_ column: String) -> String
  /// The rows of a table in memory, which is given an alias: see Connection.withTable(). Of its
  /// columns those that are named may be used.
  func rowsInMemory(_ table: String, _ columns: String) -> String
  /// A SELECT of these columns of all its rows, in this order, to end an INSERT into all columns of
  /// a table.
  func allInMemory(_ table: String, _ columns: String) -> String
  /// Ends a DELETE, so that each of its rows is told of: see Connection.visiting().
  func visiting(_ first: String, _ second: String) -> String

  /// How sums are kept that many commits change.
  var sums: Sums { get }
  /// The column of the log in which a transaction leaves the number by which its commit is found
  /// again: see Connection.receipt(forNumber:). Nil where no commit is ever lost sight of.
  var receipt: String? { get }

  /// Whether a column in which no two rows have the same bytes, of any length, has those that are
  /// the next parameter.
  func isKey(_ column: String) -> String

  /// Whether a row's text holds what a search key, the next parameter, was made of.
  func contains(_ column: String, of row: String) -> String
  /// How words are found.
  var fullText: FullText { get }
}

/// What a row costs that every commit changes.
public enum Sums: Sendable {
  /// Each sum is a row.
  case inPlace
  /// Old versions of a row stay as long as anybody might see them, and are passed over by each
  /// change: what is to be added is written by itself, and added up when it is read.
  case asNews
}

/// What an engine has for an index of words, which is a part of the Model.
public enum FullText: Sendable {
  /// SQLite's own.
  case fts5
  /// Tables alone.
  case rows
}
