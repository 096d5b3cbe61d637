// The outcome says how a reading ended, if it did.
import BookwormStorage

/// The outcome of a reading. The numbers are those of a book's status.
package enum ReadingOutcome: Int32, CaseIterable, Sendable {
  case open = 1
  case completed, didNotFinish

  package var name: StaticString {
    switch self {
    case .open: "open"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
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

  package static let openWithEnd = Failure(
    .invalid, "finished",
    "an open reading has no end; leave out finished, or give the outcome completed or"
      + " did-not-finish")

  /// Checks that a reading does not end before it starts; 0 is a day that is not given. Imports,
  /// merges and documents do not check this, because they must lose nothing that another program
  /// has.
  package static func order(
    _ started: Int32, _ finished: Int32, _ field: String = "finished"
  ) throws {
    guard finished != 0, finished < started else { return }
    var failure = Failure(
      .invalid, field, "\(field) is \(finished), a day before the reading started, \(started)")
    failure.reason = .endBeforeStart
    throw failure
  }

  static func percent(_ value: Double) throws {
    guard (0...100).contains(value) else {
      throw Failure(.invalid, "percent", "percent is \(value); it must be from 0 to 100")
    }
  }
}

extension ReadingOutcome {
  /// Nil if the text is not the name of an outcome.
  package init?(named name: Bytes) {
    guard let found = ReadingOutcome.allCases.first(where: { $0.name.bytes.elementsEqual(name) })
    else { return nil }
    self = found
  }

  /// The failure for a text in place of an outcome's name.
  package static func unknown(_ text: Bytes, _ field: String) -> Failure {
    let names = allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let shown = String(decoding: text.prefix(40), as: UTF8.self)
    return Failure(.invalid, field, "\(field) has \"\(shown)\"; each must be one of \(names)")
  }
}
