// This file defines the options for opening a database.
import Glibc

public struct DatabaseOptions: Sendable {
  public var readOnly = false
  public var busyTimeout: Milliseconds = 5000
  public var syncEveryCommit = true
  public var cacheKiB: Int32 = 16384
  /// Whether nobody else knows the file, which is empty at first and is deleted if anything fails.
  /// Writes then go directly into it, with no other file next to it.
  public var isBeingMade = false
  /// A query that returns whether its parameter, a receipt, was kept: see Receipt.question().
  public var receipts: SQL?
  /// How long to wait for a server to report the outcome of a commit.
  public var outcomeTimeout: Milliseconds = 10_000
  /// How long an idle reader of a server is kept.
  public var timeOfIdleReaders: Milliseconds = 60_000
  /// Makes the function that Dialect.contains() calls, a separate one for each connection.
  public var contains: (@Sendable () -> Predicate)?
  /// The same for Dialect.equals().
  public var equals: (@Sendable () -> Predicate)?

  public init() {}
}
