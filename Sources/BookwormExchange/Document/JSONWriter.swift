// Writes JSON (RFC 8259) to a file, a buffer at a time, or to memory.
import BookwormRecords
import BookwormStorage
import BookwormText

final class JSONWriter {
  /// Nil if all of the text stays in the buffer.
  private let file: NewFile?
  private var buffer = ByteBuffer(capacity: JSONWriter.bufferSize + 1024)

  private static let bufferSize = 1 << 16

  init(_ file: NewFile?) { self.file = file }

  /// The text in the buffer.
  var text: Bytes { buffer.bytes }

  /// Writes punctuation, and keys with their punctuation.
  func raw(_ text: String) throws {
    var text = text
    try text.withUTF8 { try append($0) }
  }

  /// Writes a part of a text that does not need escapes.
  func plain(_ text: Bytes) throws { try append(text) }

  func integer(_ value: Int64) throws { try raw(String(value)) }

  /// Writes the fewest digits that give the same number when read. The value must be finite.
  func real(_ value: Double) throws { try raw(value.description) }

  /// Throws if the text is not UTF-8, which only occurs in a damaged store.
  func checkedString(_ text: Bytes, _ field: String) throws {
    guard UTF8Text.validate(text) == nil else {
      throw Failure(.corrupt, field, "\(field) is not valid UTF-8 without NUL")
    }
    try string(text)
  }

  /// The text must be UTF-8.
  func string(_ text: Bytes) throws {
    try raw("\"")
    var start = 0
    for (place, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
      try append(Bytes(rebasing: text[start..<place]))
      try raw(JSONWriter.escape(byte))
      start = place + 1
    }
    try append(Bytes(rebasing: text[start...]))
    try raw("\"")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }

  private func append(_ bytes: Bytes) throws {
    guard let file else {
      buffer.append(bytes)
      return try Keys.check(buffer)
    }
    if bytes.count > JSONWriter.bufferSize {
      try flush()
      return try file.write(bytes)
    }
    buffer.append(bytes)
    try Keys.check(buffer)
    if buffer.count >= JSONWriter.bufferSize { try flush() }
  }

  func flush() throws {
    try file?.write(buffer.bytes)
    buffer.removeAll()
  }
}
