// What a source does not decide.
import BookwormStorage
import BookwormText

/// What of a source's book is the reader's, whatever the source does: what the book had before the
/// source gave the same, and what the reader changed.
struct OwnValues {
  /// Units of one value.
  var units: Set<Int> = []
  /// Scheme and value of each.
  var identifiers: [[UInt8]] = []
  var genres: [[UInt8]] = []

  init() {}

  init(_ taken: SourceValues) throws {
    let names = try taken.items(SourceValues.own)
    units = Set(
      SourceValues.units.indices.filter { place in
        names.contains { $0.elementsEqual(SourceValues.units[place].name.bytes) }
      })
    (identifiers, genres) = (
      try taken.items(SourceValues.own + 1), try taken.items(SourceValues.own + 2)
    )
  }

  func items(_ place: Int) -> [[UInt8]] {
    switch place {
    case SourceValues.own: units.sorted().map { Array(SourceValues.units[$0].name.bytes) }
    case SourceValues.own + 1: identifiers
    default: genres
    }
  }
}
