// A statement's text as PostgreSQL takes it, made once when it is prepared.

/// Parameters are numbered ($1) where ours are marks (?, or ?2 with its number). `?[name]` stands
/// for the columns of a table in memory, which are sent as arrays.
struct PostgresText {
  private(set) var text = ""
  /// How many parameters our own marks have.
  private(set) var count: Int32 = 0
  /// The tables in memory in their order, each of which takes four parameters behind ours.
  private(set) var tables: [String] = []
  /// What it is to the connection.
  let kind: Kind

  enum Kind: Equatable {
    /// Gives rows, and is waited for.
    case rows
    /// Gives rows to whoever visits them: see Connection.visiting().
    case visiting
    /// Changes something; it is sent, and its end is learned with the next wait.
    case effect
    /// A row of many, which are sent together: see PostgresCopy.
    case copy
    case beginWriting, beginReading, commit, rollBack, rollBackTo
  }

  var givesRows: Bool { kind == .rows || kind == .visiting }

  static let columnsOfTable: [String] = ["bigint[]", "bigint[]", "bigint[]", "bytea[]"]

  init(_ given: String) {
    kind = PostgresText.kind(of: given)
    var rest = given.utf8[...]
    var bytes: [UInt8] = []
    var quoted = false
    // Those of tables come last, when it is known how many of ours there are.
    var places: [Int] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { quoted.toggle() }
      guard byte == UInt8(ascii: "?"), !quoted else {
        bytes.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "[") {
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(name.count + 2)
        places.append(bytes.count)
        tables.append(String(decoding: name, as: UTF8.self))
        continue
      }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let number = Int32(String(decoding: digits, as: UTF8.self)) ?? count + 1
      count = max(count, number)
      bytes += "$\(number)".utf8
    }
    for (index, place) in places.enumerated().reversed() {
      let first = Int(count) + 1 + index * PostgresText.columnsOfTable.count
      let arrays = PostgresText.columnsOfTable.enumerated().map { "$\(first + $0)::\($1)" }
      bytes.insert(contentsOf: arrays.joined(separator: ", ").utf8, at: place)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func kind(of text: String) -> Kind {
    let dialect = PostgresDialect()
    switch text {
    case dialect.beginWriting: return .beginWriting
    case dialect.beginReading: return .beginReading
    case "COMMIT": return .commit
    case "ROLLBACK": return .rollBack
    default: break
    }
    if text.hasPrefix("COPY ") { return .copy }
    if text.hasPrefix("ROLLBACK TO ") { return .rollBackTo }
    if text.hasPrefix("SELECT ") || text.hasPrefix("WITH ") { return .rows }
    return text.split(separator: " ").contains("RETURNING") ? .visiting : .effect
  }
}
