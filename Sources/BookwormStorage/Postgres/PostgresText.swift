// This file converts a statement's text to PostgreSQL's form, once when the statement is prepared.

/// The server's parameters are numbered ($1), while ours are marks (?, or ?2 with a number).
/// `?[name abd]` means columns of a table in memory, which are sent as arrays.
struct PostgresText {
  private(set) var text = ""
  /// The number of parameters in our marks.
  private(set) var count: Int32 = 0
  /// The columns of tables in memory in their order: the parameters after ours.
  private(set) var arrays: [Array] = []

  struct Array {
    let table: String
    let column: Int

    var isOfBlobs: Bool { column == 3 }
    var name: String { isOfBlobs ? "bytea[]" : "bigint[]" }
    var type: UInt32 { isOfBlobs ? PostgresType.bytesArray : PostgresType.int64Array }
  }
  /// The connection's view of the statement.
  let kind: Kind
  /// The beginning of the COPY that can replace the statement for many rows. Nil unless it is an
  /// INSERT of one row whose values are its parameters in order, or of all rows of a table in
  /// memory.
  let ofManyRows: String?

  enum Kind: Equatable {
    /// Returns rows; the call waits for them.
    case rows
    /// Returns rows that go to a visitor: see Connection.visiting().
    case visiting
    /// Changes something. It is sent, and its outcome is known after the next wait.
    case effect
    case beginWriting, beginReading, commit, rollBack, rollBackTo
  }

  var givesRows: Bool { kind == .rows || kind == .visiting }

  init(_ given: String) {
    kind = PostgresText.kind(of: given)
    ofManyRows = PostgresText.copy(of: given)
    var rest = given.utf8[...]
    var bytes: [UInt8] = []
    var quoted = false
    // Parameters for tables come last, when the number of our own is known.
    var places: [(at: Int, arrays: Range<Int>)] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { quoted.toggle() }
      guard byte == UInt8(ascii: "?"), !quoted else {
        bytes.append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "[") {
        let inside = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(inside.count + 2)
        let name = inside.prefix { $0 != UInt8(ascii: " ") }
        let columns = inside.dropFirst(name.count + 1)
        places.append((bytes.count, arrays.count..<arrays.count + columns.count))
        for column in columns {
          arrays.append(
            Array(
              table: String(decoding: name, as: UTF8.self),
              column: Int(column) - Int(UInt8(ascii: "a"))))
        }
        continue
      }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let number =
        Int64(String(decoding: digits, as: UTF8.self)).flatMap(Int32.init(exactly:)) ?? count + 1
      count = max(count, number)
      bytes += "$\(number)".utf8
    }
    for place in places.reversed() {
      let marks = place.arrays.map { "$\(Int(count) + 1 + $0)::\(arrays[$0].name)" }
      bytes.insert(contentsOf: marks.joined(separator: ", ").utf8, at: place.at)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func copy(of text: String) -> String? {
    let start = "INSERT INTO "
    guard text.hasPrefix(start), text.utf8.last == UInt8(ascii: ")") else { return nil }
    // See Dialect.allInMemory().
    let words = text.split(separator: " ")
    if words.count == 8, words[4] == "*", words[6].hasPrefix("unnest(?[") {
      return "COPY \(words[2]) FROM STDIN (FORMAT binary"
    }
    let parts = text.utf8.dropFirst(start.utf8.count).split(separator: UInt8(ascii: "("))
    guard parts.count == 3, parts[2].dropLast().allSatisfy({ "?, \n".utf8.contains($0) }),
      let end = parts[1].firstIndex(of: UInt8(ascii: ")")),
      parts[1][end...].filter({ $0 > UInt8(ascii: " ") }).elementsEqual(")VALUES".utf8)
    else { return nil }
    return "COPY \(Substring(parts[0]))(\(Substring(parts[1][..<end]))) FROM STDIN (FORMAT binary"
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
    if text.hasPrefix("ROLLBACK TO ") { return .rollBackTo }
    if text.hasPrefix("SELECT ") || text.hasPrefix("WITH ") { return .rows }
    return text.split(separator: " ").contains("RETURNING") ? .visiting : .effect
  }
}
