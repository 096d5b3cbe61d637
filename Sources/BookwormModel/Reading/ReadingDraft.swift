// What a caller gives for a reading, one time that a reader read a book; and the rules that it must
// keep.
import BookwormStorage

/// The note is borrowed from the caller for the length of the call.
public struct ReadingDraft {
  public var given: ReadingFields = []
  public var outcome = ReadingOutcome.open.rawValue
  public var started: Int32 = 0
  public var finished: Int32 = 0
  public var page: Int32 = 0
  public var percent = 0.0
  public var note = BookDraft.nothing

  public init() {}

  mutating func give(_ field: ReadingFields, _ value: Int32) {
    switch field {
    case .outcome: outcome = value
    case .started: started = value
    case .finished: finished = value
    default: page = value
    }
    given.insert(field)
  }

  func check() throws {
    try given.check(.givable, "fields") { "\($0) may not be given for a reading" }
    if given.contains(.outcome) { try Rules.outcome(outcome) }
    if given.contains(.started) { try Rules.date(started, "started") }
    if given.contains(.finished) { try Rules.date(finished, "finished") }
    if given.contains(.page) { try Rules.page(page) }
    if given.contains(.percent) { try Rules.percent(percent) }
    if given.contains(.note) { try Rules.text(note, "note") }
    guard !given.contains(.progress) else {
      throw Failure(
        .invalid, "percent", "page and percent are both given; a reading has come to one of them")
    }
  }

  /// As `check`, of a reading that replaces what it had come to.
  func changed(clearing clear: ReadingFields) -> ReadingFields {
    let progress: ReadingFields = given.isDisjoint(with: .progress) ? [] : .progress
    return given.union(clear).union(progress)
  }
}

extension Rules {
  static func outcome(_ value: Int32) throws {
    guard ReadingOutcome(rawValue: value) != nil else {
      throw Failure(
        .invalid, "outcome",
        "outcome is \(value); it must be 1 (open), 2 (completed) or 3 (did not finish)")
    }
  }

  static func page(_ value: Int32) throws {
    guard value >= 0 else {
      throw Failure(.invalid, "page", "page is \(value); it must be 0 or more")
    }
  }

  static func percent(_ value: Double) throws {
    guard (0...100).contains(value) else {
      throw Failure(.invalid, "percent", "percent is \(value); it must be from 0 to 100")
    }
  }
}
