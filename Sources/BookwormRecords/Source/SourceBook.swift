// A source's book is a book as another program or a file had it when it was imported, linked to a
// book here. It is stored as a row of its table.
import BookwormStorage

package typealias SourceBook = Draft<SourceFields>

extension SourceBook {
  package init(
    book: Int64, source: Bytes, sourceID: Bytes, taken: Bytes, raw: Bytes?, imported: Milliseconds
  ) {
    self.init()
    give(.book, book)
    give(.source, source)
    give(.sourceID, sourceID)
    give(.taken, taken)
    if let raw { give(.raw, raw) }
    give(.imported, imported)
  }

  /// The linked book here, which may have been deleted since.
  package var book: Int64 {
    get { int64(.book) }
    set { give(.book, newValue) }
  }
  package var source: Bytes { text(.source) }
  /// The id that the source gives to the book.
  package var sourceID: Bytes { text(.sourceID) }
  /// The values last taken from the source's book: see SourceValues.
  package var taken: Bytes {
    get { text(.taken) }
    set { give(.taken, newValue) }
  }
  /// The row as the source has it.
  package var raw: Bytes? { textIfAny(.raw) }

  /// The unique key used to find the row.
  package static func key(_ source: Bytes, _ sourceID: Bytes) -> [UInt8] { source + [0] + sourceID }
}
