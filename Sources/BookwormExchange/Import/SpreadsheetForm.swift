// Reads the form that makes spreadsheets keep a number as text: ="9780441172719", also with space
// around it.
import BookwormRecords
import BookwormStorage
import BookwormText

extension BookDraft {
  /// Converts identifiers from the form of spreadsheets. An identifier without a value is removed.
  mutating func readSpreadsheetIdentifiers() {
    guard !given.isDisjoint(with: .identifiers) else { return }
    identifiers = identifiers.compactMap { scheme, value in
      let value = BookDraft.cell(value)
      return UTF8Text.isBlank(value) ? nil : (scheme, value)
    }
  }

  private static func cell(_ value: Bytes) -> Bytes {
    let isSpace = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    guard let end = value.lastIndex(where: { !isSpace($0) }) else { return value }
    let cell = value[...end].drop(while: isSpace)
    guard cell.count >= 3, cell.starts(with: "=\"".utf8), cell.last == UInt8(ascii: "\"") else {
      return value
    }
    return Bytes(rebasing: cell.dropFirst(2).dropLast())
  }
}
