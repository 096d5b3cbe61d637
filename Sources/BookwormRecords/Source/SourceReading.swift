// A source reading is a reading as a source gave it, kept so that the next import recognizes it.
import BookwormStorage

package struct SourceReading: Equatable {
  /// The last value that the source gave.
  package var value: GivenReading
  /// Whether the reading here did not come from this source, and so does not follow it.
  package var isOwn = false

  package init(_ value: GivenReading, isOwn: Bool = false) {
    (self.value, self.isOwn) = (value, isOwn)
  }

  // MARK: As items of a line

  private static let itemCount = 6

  static func read(_ items: [[UInt8]]) throws -> [SourceReading] {
    guard items.count % itemCount == 0 else { throw SourceValues.damaged }
    return try stride(from: 0, to: items.count, by: itemCount).map { place in
      func number(_ item: Int) throws -> Int32 {
        guard let number = Int32(String(decoding: items[place + item], as: UTF8.self)) else {
          throw SourceValues.damaged
        }
        return number
      }
      var value = GivenReading(try number(1), try number(2), try number(3))
      (value.id, value.note) = (items[place], items[place + 4])
      return SourceReading(value, isOwn: !items[place + 5].isEmpty)
    }
  }

  var items: [[UInt8]] {
    [
      value.id, Array("\(value.outcome)".utf8), Array("\(value.started)".utf8),
      Array("\(value.finished)".utf8), value.note, isOwn ? Array("own".utf8) : [],
    ]
  }
}

extension BookDraft {
  /// A checksum that shows whether the lists of readings are the same as before; empty if the row
  /// has no lists.
  package var listsChecksum: [UInt8] {
    guard listsReadings else { return [] }
    var checksum = Checksum()
    checksum.append(String(given.intersection(.readingLists).rawValue).utf8)
    for reading in readings {
      for item in SourceReading(reading).items {
        checksum.append(String(item.count).utf8)
        checksum.append(item)
      }
    }
    return Array(String(checksum.value, radix: 16).utf8)
  }
}

extension SourceValues {
  /// Returns the readings described by the lines of status and dates. If a newer row has one of
  /// these lines, that line is used instead.
  package func followedReadings(with newer: SourceValues? = nil) -> [SourceReading] {
    var draft = BookDraft()
    for (field, place) in SourceValues.followed {
      guard let values = newer?[place] ?? self[place], values.count > 1,
        let number = Int32(String(decoding: values.dropFirst(), as: UTF8.self))
      else { continue }
      draft.give(field, number)
    }
    return draft.allReadings().readings.map { SourceReading($0) }
  }

  /// Whether a unit is a date of a reading, which is compared with all readings of the book.
  package static func isOfReading(_ unit: Int) -> Bool {
    followed.contains { $0.unit == unit && $0.field != .status }
  }

  /// The units of the fields that a book gets from its latest reading.
  package static let followed: [(field: BookFields, unit: Int)] = BookFields.followed.bits
    .compactMap {
      field in units.firstIndex { $0.fields == field }.map { (field, $0) }
    }
}
