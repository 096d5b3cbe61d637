// Defines the rules for values in general. A rule of one kind of value, such as a colour or a
// status, is in the file of that kind.
import BookwormStorage
import BookwormText

package enum Rules {
  package static let nameLimit = 16 << 10
  package static let textLimit = 16 << 20
  /// The limit of a source's name, and of the id that a source gives to a book: an engine's index
  /// rejects longer keys.
  package static let sourceLimit = 1024
  /// The limit of the values taken from a source's book: twice the length of the longest texts,
  /// because an escaped character takes two bytes.
  static let takenLimit = 256 << 20
  package static let lineLimit = 16 << 10
  /// The limit of each list of one book, such as its genres or its identifiers.
  package static let listLimit = 10_000

  /// The highest id is one below the largest integer, so that the next id can be computed.
  package static let highestID = Int64.max - 1

  /// Checked before the list is read, because its caller decides its length.
  package static func list(_ count: Int, _ field: String) throws {
    guard count <= listLimit else {
      throw Failure(
        .tooLarge, field, "\(field) has \(count) items; at most \(listLimit) are allowed")
    }
  }

  /// Checks that a list of a book, which has `count` items, may have one more.
  package static func another(_ count: Int64, _ field: String, ofBook book: Int64) throws {
    guard count < Int64(listLimit) else {
      throw Failure(
        .tooLarge, field, "the book \(book) has \(count) \(field); more are not allowed")
    }
  }

  /// Checks that a text is UTF-8 without NUL, and within its limit.
  package static func text(
    _ value: Bytes, _ field: @autoclosure () -> String, limit: Int = textLimit
  ) throws {
    guard value.count <= limit else {
      throw Failure(
        .tooLarge, field(), "\(field()) has \(value.count) bytes; at most \(limit) are allowed")
    }
    guard let fault = UTF8Text.validate(value) else { return }
    let what =
      switch fault.kind {
      case .nul: "holds a NUL"
      case .invalidUTF8: "is not valid UTF-8"
      }
    throw Failure(
      .text, field(), "\(field()) \(what) at byte \(fault.offset)", offset: Int64(fault.offset))
  }

  /// Checks that a text is valid, as text() does, and has a visible character.
  package static func name(
    _ value: Bytes, _ field: @autoclosure () -> String, limit: Int = nameLimit
  ) throws {
    try text(value, field(), limit: limit)
    if UTF8Text.isBlank(value) {
      throw Failure(.invalid, field(), "\(field()) must contain a visible character")
    }
  }

  /// Returns the limit of rows to read; -1 means all.
  package static func pieceLimit(_ limit: Int64) throws -> Int64 {
    guard limit >= -1 else {
      throw Failure(
        .argument, "limit", "limit is \(limit); it must be 0 or more, or -1 for no limit")
    }
    return limit < 0 ? .max : limit
  }

  package static func rating(_ value: Int32, _ field: String = "rating") throws {
    guard (0...5).contains(value) else {
      throw Failure(.invalid, field, "\(field) is \(value); it must be 1 to 5, or 0 for not rated")
    }
  }

  static func flag(_ value: Int32, _ field: @autoclosure () -> String) throws {
    guard value == 0 || value == 1 else {
      throw Failure(.invalid, field(), "\(field()) is \(value); it must be 1 or 0")
    }
  }

  static func seriesNumber(_ value: Double) throws {
    guard value.isFinite, value >= 0 else {
      throw Failure(
        .invalid, "series_number", "series_number is \(value); it must be finite and not negative")
    }
  }

  package static func quantity(_ value: Int32) throws {
    guard (1...20).contains(value) else {
      throw Failure(.invalid, "quantity", "quantity is \(value); it must be 1 to 20")
    }
  }

  static func positive(_ value: Int32, _ field: @autoclosure () -> String) throws {
    guard value > 0 else {
      throw Failure(.invalid, field(), "\(field()) is \(value); it must be above 0")
    }
  }

  static func notNegative(_ value: Int64, _ field: @autoclosure () -> String) throws {
    guard value >= 0 else {
      throw Failure(.invalid, field(), "\(field()) is \(value); it must be 0 or more")
    }
  }

  static func price(_ value: Int64) throws {
    guard value >= 0 else {
      throw Failure(
        .invalid, "price", "price is \(value); it must be 0 or more of the currency's minor units")
    }
  }

  package static let instants = Clock.instants

  package static func instant(_ value: Int64, _ field: @autoclosure () -> String) throws {
    guard instants.contains(value) else {
      throw Failure(
        .invalid, field(),
        "\(field()) is \(value) ms; it must be in the years 1 to 9999, that is in \(instants)")
    }
  }

  /// Checks a date of the proleptic Gregorian calendar, written as YYYYMMDD, in the years 1 to
  /// 9999.
  package static func date(_ value: Int32, _ field: @autoclosure () -> String) throws {
    guard CalendarDate.exists(value) else {
      throw Failure(
        .invalid, field(),
        "\(field()) is \(value), which is not a date; write a day of the years 1 to 9999"
          + " as YYYYMMDD")
    }
  }
}
