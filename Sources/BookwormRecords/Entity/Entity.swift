// An entity is a kind of row in a store.
import BookwormStorage

/// The change log stores these numbers; those of the C interface are one higher.
package enum Entity: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case book, genre, quote, order, reading, shelf, source, merged

  /// In the order of a document's sections: books refer to genres, and all other rows to books.
  package static let inDocument = [genre] + allCases.filter { $0 != .genre }
}
