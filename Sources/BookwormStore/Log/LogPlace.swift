// A log place is the last transaction that a store's handle has seen. The handle uses it to test
// whether the log still contains that transaction: after a failover, a server may lack the last
// commits, and give their numbers to other commits.
import BookwormStorage

/// A transaction and its receipt, see Connection.receipt(forNumber:). A store without receipts
/// loses no commits.
package struct LogPlace: Equatable {
  var transaction: Int64 = 0
  var receipt: Int64 = 0
}

/// The state that a write transaction needs first, read by one statement.
package struct LogState {
  /// The properties, by their names.
  fileprivate(set) var properties: [String: Int64] = [:]
  fileprivate(set) var last = LogPlace()
  /// Whether the log has another transaction, or none, in place of the one last seen.
  fileprivate(set) var isAnother = false

  /// Announces the SELECT of this state with Statement.ask().
  static func ask(_ connection: Connection, after seen: LogPlace) throws {
    let select = try connection.statement(StoreSQL.state)
    select.bind(1, seen.transaction)
    try select.ask()
  }

  package init(_ connection: Connection, after seen: LogPlace) throws {
    var found: Int64?
    try connection.each(StoreSQL.state, seen.transaction) { select in
      let value = select.int64(1)
      switch select.text(0) {
      case let name where name.elementsEqual("last change".utf8):
        last = LogPlace(transaction: value, receipt: select.int64(2))
      case let name where name.elementsEqual("seen".utf8): found = value
      case let name: properties[String(decoding: name, as: UTF8.self)] = value
      }
    }
    // A transaction that is older than the log was trimmed from it.
    let isThere = found.map { $0 == seen.receipt } ?? (last.transaction >= seen.transaction)
    isAnother = seen.receipt != 0 && !isThere
  }
}
