// This file lists the SQL fragments that differ between engines, each named after its purpose. All
// other SQL is written once and works on every engine.

public protocol Dialect: Sendable {
  /// A statement that returns the version of the store's schema.
  var schemaVersion: String { get }
  /// A statement that checks the database's files for damage. It returns a text for each fault
  /// found, or "ok". Nil if the server looks after its files.
  var integrity: String? { get }
  /// Begins a transaction that writes, and takes the lock that keeps others from writing.
  var beginWriting: String { get }
  /// Begins a transaction that reads. The first read fixes the state that is seen.
  var beginReading: String { get }
  /// Joins two tables in their written order. The rows come in the left table's order if the
  /// statement also ends in inOrder().
  var joinInOrder: String { get }
  /// Ends a SELECT that uses joinInOrder. The terms that order the left table's rows are repeated
  /// for an engine that needs them.
  func inOrder(_ terms: @autoclosure () -> String) -> String
  /// The same for a left table that is in memory.
  func inOrder(ofRowsInMemory alias: String) -> String
  /// A number that influences the plan of a statement, such as how many rows are wanted. Returns
  /// the number's text, or nil if the statement takes it as a parameter.
  func planned(_ number: Int64) -> String?
  /// The text before and after a SELECT of few ids, for the condition that an id is among them. The
  /// rows are looked up by these ids, and the SELECT is run once.
  var isAmong: (before: String, after: String) { get }
  /// The function that returns the least of its arguments.
  var least: String { get }
  /// The month (YYYYMM, in UTC) of an instant in milliseconds.
  func month(ofInstant column: String) -> String
  /// Whether a value in a column of blobs is a blob.
  func isBlob(_ column: String) -> String
  /// The rows of a table in memory, which gets an alias: see Connection.withTable(). Only the named
  /// columns may be used.
  func rowsInMemory(_ table: String, _ columns: String) -> String
  /// A SELECT of these columns of all rows, in this order. It ends an INSERT into all columns of a
  /// table.
  func allInMemory(_ table: String, _ columns: String) -> String
  /// Ends a DELETE so that each deleted row is reported: see Connection.visiting().
  func visiting(_ first: String, _ second: String) -> String

  /// How to store sums that many commits change.
  var sums: Sums { get }
  /// The log's column for the number that identifies a transaction's commit: see
  /// Connection.receipt(forNumber:). Nil if the outcome of a commit is always known.
  var receipt: String? { get }

  /// Whether a unique column, whose values may be of any length, equals the next parameter.
  func isKey(_ column: String) -> String

  /// Whether a row's text contains the text whose search key is the next parameter.
  func contains(_ column: String, of row: String) -> String
  /// Whether a row's text has the search key that is the next parameter.
  func equals(_ column: String, of row: String) -> String
  /// Whether the search key in a column contains the next parameter, a part of a search key.
  func holds(_ column: String) -> String
  /// How words are found.
  var fullText: FullText { get }
}

/// How an engine stores sums that many commits change.
public enum Sums: Sendable {
  /// Each sum is a row.
  case inPlace
  /// Old versions of a row remain while any snapshot may need them, and each change has to skip
  /// them. So each addition is written as a row of its own, and reading adds them up.
  case asNews
}

/// The kind of word index that an engine has. The model maintains it.
public enum FullText: Sendable {
  /// SQLite's own, FTS5.
  case fts5
  /// Ordinary tables.
  case rows
}
