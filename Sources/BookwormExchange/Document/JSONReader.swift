// Reads JSON (RFC 8259) from a file, a buffer at a time. The caller knows the form of the document
// and requests each value: the reader supports no nesting other than the document's, and uses
// memory only for requested texts.
//
// SQLite's JSON functions are not used. They silently end a text at \u0000, round some numbers, and
// differ from version to version in the JSON that they accept. Even with them, finding the end of a
// row in a long document would take most of this code.
import BookwormRecords
import BookwormStorage
import BookwormText
import Glibc

final class JSONReader {
  private let file: InputFile
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0
  private var next = 0
  private var before: Int64 = 0
  private var word = ByteBuffer()

  /// The offset in the file of the next byte.
  var offset: Int64 { before &+ Int64(next) }

  init(_ file: InputFile) throws {
    self.file = file
    let size = 1 << 16
    guard let start = malloc(size) else {
      throw Failure(.memory, "", "not enough memory to read a document")
    }
    memory = .init(start: start.assumingMemoryBound(to: UInt8.self), count: size)
    // Some editors begin a file with this mark, which is not part of the text.
    if try peek() == 0xEF { for byte: UInt8 in [0xEF, 0xBB, 0xBF] { try take(byte) } }
  }

  deinit { free(memory.baseAddress) }

  // MARK: Bytes

  /// Nil at the end of the file.
  private func peek() throws -> UInt8? {
    if next == count {
      before &+= Int64(count)
      (next, count) = (0, 0)
      count = try file.read(into: memory)
      if count == 0 { return nil }
    }
    return memory[next]
  }

  private func take() throws -> UInt8 {
    guard let byte = try peek() else { throw fault("it ends too early") }
    next += 1
    return byte
  }

  private func take(_ expected: UInt8) throws {
    guard try peek() == expected else { throw wanted("'\(Character(Unicode.Scalar(expected)))'") }
    next += 1
  }

  private func skipSpace() throws {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      next += 1
    }
  }

  private func fault(_ what: String) -> Failure {
    Failure(
      .invalid, "document", "the document is damaged at byte \(offset): \(what)", offset: offset)
  }

  private func wanted(_ what: String) -> Failure { fault("\(what) was expected") }

  // MARK: Values

  /// Calls `member` with each key; `member` reads the value.
  func object(_ member: (String) throws -> Void) throws {
    try list(from: "{", to: "}") {
      try skipSpace()
      let key = try key()
      try skipSpace()
      try take(UInt8(ascii: ":"))
      try member(key)
    }
  }

  /// Calls `item` before each item; `item` reads the item.
  func array(_ item: () throws -> Void) throws { try list(from: "[", to: "]", item) }

  private func list(
    from begin: Unicode.Scalar, to end: Unicode.Scalar, _ item: () throws -> Void
  ) throws {
    try skipSpace()
    try take(UInt8(ascii: begin))
    try skipSpace()
    if try peek() == UInt8(ascii: end) {
      next += 1
      return
    }
    while true {
      try item()
      try skipSpace()
      let byte = try peek()
      guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: end) else {
        throw wanted("',' or '\(end)'")
      }
      next += 1
      if byte == UInt8(ascii: end) { return }
    }
  }

  /// Throws if anything follows the document.
  func end() throws {
    try skipSpace()
    guard try peek() == nil else { throw wanted("the end") }
  }

  private func key() throws -> String {
    word.removeAll()
    _ = try string(into: &word, limit: 64, "a key")
    return String(decoding: word.bytes, as: UTF8.self)
  }

  /// Appends the text to `text`, and returns its range there.
  func string(into text: inout ByteBuffer, limit: Int, _ field: String) throws -> Range<Int> {
    let start = text.count
    try skipSpace()
    guard try peek() == 0x22 else { throw wanted("a text for \(field)") }
    next += 1
    while true {
      while try copyPlain(into: &text), text.count &- start <= limit {}
      guard text.count &- start <= limit else {
        throw Failure(
          .tooLarge, field, "\(field) is longer than the \(limit) bytes that are allowed",
          offset: offset)
      }
      let byte = try take()
      if byte == 0x22 { break }
      guard byte == 0x5C else { throw fault("a control character must be escaped") }
      try escape(into: &text, field)
    }
    try Keys.check(text)
    return start..<text.count
  }

  /// Copies bytes that need no unescaping, as far as they have been read. Returns false if there
  /// are none.
  private func copyPlain(into text: inout ByteBuffer) throws -> Bool {
    guard try peek() != nil else { return false }
    let start = next
    while next < count, memory[next] != 0x22, memory[next] != 0x5C, memory[next] >= 0x20 {
      next += 1
    }
    text.append(Bytes(rebasing: Bytes(memory)[start..<next]))
    return next > start
  }

  private func escape(into text: inout ByteBuffer, _ field: String) throws {
    switch try take() {
    case UInt8(ascii: "\""): text.append(0x22)
    case UInt8(ascii: "\\"): text.append(0x5C)
    case UInt8(ascii: "/"): text.append(0x2F)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try scalar(field)
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    default: throw fault("there is no such escape")
    }
  }

  /// Reads one character from the digits of one escape, or of two.
  private func scalar(_ field: String) throws -> Unicode.Scalar {
    let first = try hexadecimal()
    var value = first
    if first & 0xFC00 == 0xD800 {
      try take(0x5C)
      try take(UInt8(ascii: "u"))
      let second = try hexadecimal()
      guard second & 0xFC00 == 0xDC00 else { throw loneSurrogate(field) }
      value = 0x10000 &+ (first & 0x3FF) << 10 &+ (second & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(field) }
    guard value != 0 else {
      throw Failure(.text, field, "\(field) holds a NUL", offset: offset)
    }
    return scalar
  }

  private func loneSurrogate(_ field: String) -> Failure {
    Failure(.text, field, "\(field) holds half of a character (a lone surrogate)", offset: offset)
  }

  private func hexadecimal() throws -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch try peek() {
      case .some(let byte) where (0x30...0x39).contains(byte): digit = byte - 0x30
      case .some(let byte) where (0x41...0x46).contains(byte & 0xDF): digit = (byte & 0xDF) - 0x37
      default: throw wanted("a hexadecimal digit")
      }
      next += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Reads true or false.
  func flag(_ field: String) throws -> Bool {
    try skipSpace()
    let isTrue = try peek() == UInt8(ascii: "t")
    for byte in isTrue ? "true".utf8 : "false".utf8 {
      guard try peek() == byte else { throw wanted("true or false for \(field)") }
      next += 1
    }
    return isTrue
  }

  func integer(_ field: String) throws -> Int64 {
    let text = try number(field)
    guard let value = Int64(text) else {
      throw Failure(
        .invalid, field, "\(field) is \(text.prefix(40)); it must be a whole number of 64 bits",
        offset: offset)
    }
    return value
  }

  /// Returns infinity if the number is too large for a double.
  func real(_ field: String) throws -> Double {
    let text = try number(field)
    // Unlike strtod(), this does not depend on the program's locale.
    guard let value = Double(text) else { throw wanted("a number for \(field)") }
    return value
  }

  /// A double of any size can be written in fewer digits than this.
  private static let numberLimit = 800

  private func number(_ field: String) throws -> String {
    try skipSpace()
    word.removeAll()
    if try peek() == UInt8(ascii: "-") { word.append(try take()) }
    if try peek() == UInt8(ascii: "0") {
      word.append(try take())
    } else {
      try digits(field)
    }
    if try peek() == UInt8(ascii: ".") {
      word.append(try take())
      try digits(field)
    }
    if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
      word.append(try take())
      if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        word.append(try take())
      }
      try digits(field)
    }
    try Keys.check(word)
    return String(decoding: word.bytes, as: UTF8.self)
  }

  private func digits(_ field: String) throws {
    let start = word.count
    while let byte = try peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      next += 1
      word.append(byte)
      guard word.count <= JSONReader.numberLimit else { throw fault("the number is too long") }
    }
    guard word.count > start else { throw wanted("a number for \(field)") }
  }
}
