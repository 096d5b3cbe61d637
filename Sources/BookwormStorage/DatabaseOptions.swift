// How a database is opened.
import Glibc

public struct DatabaseOptions: Sendable {
  public var readOnly = false
  public var busyTimeout: Milliseconds = 5000
  public var syncEveryCommit = true
  public var cacheKiB: Int32 = 16384
  /// Nobody else knows of the file, which is empty at first and goes if anything fails: what is
  /// written goes into it at once, with nothing beside it.
  public var isBeingMade = false
  /// Asks whether the receipt that is its parameter was kept: see Receipt.question().
  public var receipts: SQL?
  /// How long a server is waited for that is to say what became of a commit.
  public var outcomeTimeout: Milliseconds = 10_000
  /// Makes the function that Dialect.contains() calls, for each connection its own.
  public var contains: (@Sendable () -> Predicate)?

  public init() {}
}
