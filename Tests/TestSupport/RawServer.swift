// Reads and writes a server's tables by SQL, through libpq itself, without the library.
import CPostgres
import Glibc

/// The server for the tests, which Tests/postgres/run starts.
package enum TestServer {
  /// The server's URL; nil without a server.
  package static let url: String? = getenv("BOOKWORM_TEST_SERVER").map { String(cString: $0) }
  package static var isThere: Bool { url != nil }
  package static let hint = "Tests/postgres/run COMMAND... runs a command beside a server"

  /// Returns the URL with another user, database or other parameters.
  package static func url(with words: String) -> String { (url ?? "") + "&" + words }

  /// Returns the value of a parameter of its URL.
  package static func word(_ name: String) -> String? {
    url?.split { "?&".contains($0) }.first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}

package final class RawServer: @unchecked Sendable {
  package struct Fault: Error {
    package let message: String
    /// The SQLSTATE, if a statement was refused.
    package var state = ""
  }

  private let connection: OpaquePointer

  package init(_ url: String? = nil) throws {
    if let missing = cpostgres_load("libpq.so.5") {
      throw Fault(message: String(cString: missing))
    }
    let url = url ?? TestServer.url ?? ""
    let made = "dbname".withCString { name in
      url.withCString { url in pq_connectdbParams([name, nil], [url, nil], 1) }
    }
    guard let made else { throw Fault(message: "no memory") }
    connection = made
    _ = pq_setNoticeReceiver(made, { _, _ in }, nil)
    guard pq_status(made) == Int32(CPOSTGRES_CONNECTION_OK) else { throw fault() }
  }

  deinit { pq_finish(connection) }

  private func fault(_ result: OpaquePointer? = nil) -> Fault {
    let state = result.flatMap { pq_resultErrorField($0, Int32(CPOSTGRES_SQLSTATE)) }
    return Fault(
      message: pq_errorMessage(connection).map { String(cString: $0) } ?? "",
      state: state.map { String(cString: $0) } ?? "")
  }

  package func execute(_ sql: String) throws { _ = try rows(sql) }

  /// Returns all values, in the form that a file stores.
  package func values(_ sql: String) throws -> [[RawStore.Value]] {
    let result = pq_exec(connection, sql)
    defer { pq_clear(result) }
    let status = Int(pq_resultStatus(result))
    guard [CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK].contains(status) else { throw fault(result) }
    return (0..<pq_ntuples(result)).map { row in
      (0..<pq_nfields(result)).map { column in
        guard pq_getisnull(result, row, column) == 0, let start = pq_getvalue(result, row, column)
        else { return .null }
        let text = String(cString: start)
        switch pq_ftype(result, column) {
        case 16: return .integer(text == "t" ? 1 : 0)
        case 17:
          let digits = Array(text.utf8.dropFirst(2))
          return .blob(
            stride(from: 0, to: digits.count - 1, by: 2).map {
              UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
            })
        case 20, 21, 23, 1700: return .integer(Int64(text) ?? 0)
        case 701: return .real(Double(text) ?? 0)
        default: return .text(text)
        }
      }
    }
  }

  /// Returns all values as the server prints them.
  @discardableResult
  package func rows(_ sql: String) throws -> [[String?]] {
    let result = pq_exec(connection, sql)
    defer { pq_clear(result) }
    let status = Int(pq_resultStatus(result))
    guard [CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK].contains(status) else { throw fault(result) }
    return (0..<pq_ntuples(result)).map { row in
      (0..<pq_nfields(result)).map { column in
        pq_getisnull(result, row, column) == 1
          ? nil : pq_getvalue(result, row, column).map { String(cString: $0) }
      }
    }
  }
}

/// A schema for one test. It stays, because the server is removed after the tests.
package final class TestSchema: Sendable {
  package let name: String
  private let server: RawServer
  package var url: String { TestServer.url(with: "bookworm_schema=\(name)") }

  package init() throws {
    name = "test_\(UInt64.random(in: 0 ... .max))"
    server = try RawServer()
    try server.execute("CREATE SCHEMA \(name); SET search_path = \(name)")
  }

  package func execute(_ sql: String) throws { try server.execute(sql) }
  @discardableResult
  package func rows(_ sql: String) throws -> [[String?]] { try server.rows(sql) }
}
