// Own values are the values that a source does not decide.
import BookwormStorage
import BookwormText

/// The values of a source's book that stay as they are here, whatever the source does: values that
/// the book already had when the source gave the same ones, and local changes.
package struct OwnValues {
  /// The units (see SourceValues.Unit) whose whole values are own values. Of identifiers and
  /// genres, single items can be own values.
  package var units: Set<Int> = []
  /// The scheme and value of each identifier.
  package var identifiers: [[UInt8]] = []
  package var genres: [[UInt8]] = []
  /// All readings that the source has given. Empty if they are those that follow from its status
  /// and dates.
  package var readings: [SourceReading] = []
  /// The checksum of the lists of readings in the last row that had such lists; empty if there was
  /// no such row.
  package var listsChecksum: [UInt8] = []

  package init() {}

  package init(_ taken: SourceValues) throws {
    let names = try taken.items(SourceValues.own)
    units = Set(
      SourceValues.units.indices.filter { place in
        names.contains { $0.elementsEqual(SourceValues.units[place].name.bytes) }
      })
    (identifiers, genres) = (
      try taken.items(SourceValues.own + 1), try taken.items(SourceValues.own + 2)
    )
    readings = try SourceReading.read(try taken.items(SourceValues.own + 3))
    listsChecksum = try taken.items(SourceValues.own + 4).first ?? []
  }

  func items(_ place: Int) -> [[UInt8]] {
    switch place {
    case SourceValues.own: units.sorted().map { Array(SourceValues.units[$0].name.bytes) }
    case SourceValues.own + 1: identifiers
    case SourceValues.own + 2: genres
    case SourceValues.own + 3: readings.flatMap(\.items)
    default: listsChecksum.isEmpty ? [] : [listsChecksum]
    }
  }
}
