// What spreadsheets make of numbers that are to stay texts: ="9780441172719".
import BookwormStorage
import BookwormText

extension BookDraft {
  /// Takes identifiers out of the form that spreadsheets give them; one without a value is none.
  mutating func readSpreadsheetIdentifiers() {
    guard !given.isDisjoint(with: .identifiers) else { return }
    identifiers = identifiers.compactMap { scheme, value in
      let value = BookDraft.cell(value)
      return UTF8Text.isBlank(value) ? nil : (scheme, value)
    }
  }

  private static func cell(_ value: Bytes) -> Bytes {
    guard value.count >= 3, value.starts(with: "=\"".utf8), value.last == UInt8(ascii: "\"") else {
      return value
    }
    return Bytes(rebasing: value[2..<value.count - 1])
  }
}
