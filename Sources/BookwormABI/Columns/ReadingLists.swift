// Converts parallel lists to the readings of a row.
import BookwormRecords
import BookwormStorage

struct ReadingLists {
  private(set) var readings: [GivenReading] = []
  /// The first list. Every other list has the same number of items.
  private var first: BookFields?

  /// Adds a list of days or outcomes; 0 means absent.
  mutating func add(_ field: BookFields, _ numbers: some Collection<Int32>) throws {
    try add(field, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      switch field {
      case .readingStarted: readings[place].started = number
      case .readingFinished: readings[place].finished = number
      default: readings[place].outcome = number
      }
    }
  }

  /// Adds a list of notes, or of the ids that a source gives to readings; an empty text means
  /// absent.
  mutating func add(_ field: BookFields, _ texts: [Bytes]) throws {
    try add(field, count: texts.count)
    for (place, text) in texts.enumerated() {
      if field == .readingNotes {
        readings[place].note = Array(text)
      } else {
        readings[place].id = Array(text)
      }
    }
  }

  private mutating func add(_ field: BookFields, count: Int) throws {
    let name = BookField.name(of: field)
    try Rules.list(count, name)
    guard let first else {
      (first, readings) = (field, Array(repeating: GivenReading(), count: count))
      return
    }
    guard count == readings.count else {
      throw Failure(
        .argument, name,
        "there are \(readings.count) \(BookField.name(of: first)), but \(count) \(name); each reading"
          + " has its place in every list")
    }
  }
}
