// The last transaction that a store's handle has seen, and whether the log still has it: a server
// that takes the place of another one may lack the last commits of that, and give their numbers to
// others.
import BookwormStorage

/// A transaction and the receipt that it left, see Connection.receipt(forNumber:). Without a
/// receipt nothing is ever lost.
struct LogPlace: Equatable {
  var transaction: Int64 = 0
  var receipt: Int64 = 0
}

/// What a transaction that writes has to know before all else: asked for with one question.
struct LogState {
  /// Of the properties, by their names.
  fileprivate(set) var properties: [String: Int64] = [:]
  fileprivate(set) var last = LogPlace()
  /// Whether the log has another transaction, or none, where there was the one that was seen.
  fileprivate(set) var isAnother = false

  /// Asked for where asking is of any use; where it was asked, it waits for nothing.
  static func ask(_ connection: Connection, after seen: LogPlace) throws {
    let select = try connection.statement(StoreSQL.state)
    select.bind(1, seen.transaction)
    try select.ask()
  }

  init(_ connection: Connection, after seen: LogPlace) throws {
    let select = try connection.statement(StoreSQL.state)
    defer { select.reset() }
    select.bind(1, seen.transaction)
    var found: Int64?
    while try select.step() {
      let value = select.int64(1)
      switch select.text(0) {
      case let name where name.elementsEqual("last change".utf8):
        last = LogPlace(transaction: value, receipt: select.int64(2))
      case let name where name.elementsEqual("seen".utf8): found = value
      case let name: properties[String(decoding: name, as: UTF8.self)] = value
      }
    }
    // One that is older than the log was taken off it.
    let isThere = found.map { $0 == seen.receipt } ?? (last.transaction >= seen.transaction)
    isAnother = seen.receipt != 0 && !isThere
  }
}
