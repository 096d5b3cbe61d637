// A span is the range of a number or a date in a search line, such as 3..5, >=1960 or 2024-03.
import BookwormStorage

/// Includes both ends. Dates are numbers here too, YYYYMMDD.
struct SearchLineSpan {
  private typealias Ends = (first: Int64?, last: Int64?)

  private let key: SearchLine.Key
  /// Ratings are in quarters, so that 4.25 is an integer too.
  private var ends: Ends = (nil, nil)
  /// Whether one of the ratings has a fraction: then exact ratings are compared.
  private var isExact = false
  private var notRated: NotRated = .no

  private enum NotRated { case no, too, only }

  init(_ key: SearchLine.Key) { self.key = key }

  /// Narrows the span by one more condition. Each end can be given once.
  func narrowed(by condition: SearchLineLexer.Condition) throws -> SearchLineSpan {
    var span = self
    let values = condition.values.filter { !isNone($0) }
    let nones = condition.values.filter { isNone($0) }
    if let none = nones.first {
      if nones.count > 1 {
        throw SearchLine.fault(.givenTwice, "none is given twice", at: nones[1].place)
      }
      let isEqual = condition.comparison == .contains || condition.comparison == .equal
      guard isEqual || !values.isEmpty else {
        throw SearchLine.fault(
          .noneHere,
          "none is allowed only after : or =, or after a comma: rating:none, rating>=4,none",
          at: none.place)
      }
      span.notRated = values.isEmpty ? .only : .too
    }
    guard values.count <= 1 else {
      throw SearchLine.fault(
        .oneValue, "\(key.rawValue) accepts one value, or one range such as \(example)",
        at: values[1].place)
    }
    // A second condition is refused if either of the two accepts books that are not rated: such a
    // book is in no range, so it cannot meet both.
    let isFirst = ends == (nil, nil) && notRated == .no
    guard isFirst || notRated == .no && span.notRated == .no else { throw givenAlready(condition) }
    guard let value = values.first else { return span }
    let new = try ends(of: value, condition.comparison)
    if key == .rating, SearchLineSpan.hasFraction(value.text) { span.isExact = true }
    guard new.first == nil || ends.first == nil, new.last == nil || ends.last == nil else {
      throw givenAlready(condition)
    }
    span.ends = (new.first ?? ends.first, new.last ?? ends.last)
    if let first = span.ends.first, let last = span.ends.last, first > last {
      throw SearchLine.fault(
        .emptyRange, "\(SearchLine.shown(value.text)) is an empty range: it ends before it begins",
        at: value.place)
    }
    return span
  }

  private func isNone(_ value: SearchLineLexer.Piece) -> Bool {
    key == .rating && ["none", "0"].contains(SearchLine.lowercased(value.text))
  }

  private func givenAlready(_ condition: SearchLineLexer.Condition) -> Failure {
    SearchLine.fault(
      .givenTwice, "\(key.rawValue) is already given; a range is written as \(example)",
      at: condition.place)
  }

  private func ends(
    of value: SearchLineLexer.Piece, _ comparison: SearchLineLexer.Comparison
  ) throws -> Ends {
    let text = value.text[...]
    if comparison == .contains || comparison == .equal, let dots = SearchLineSpan.dots(in: text) {
      let (from, until) = (text[..<dots], text[(dots + 2)...])
      guard !from.isEmpty || !until.isEmpty else { throw unreadable(text, value.place) }
      return (
        from.isEmpty ? nil : try unit(from, value.place).lowerBound,
        until.isEmpty ? nil : try unit(until, value.place).upperBound
      )
    }
    let unit = try unit(text, value.place)
    switch comparison {
    case .contains, .equal: return (unit.lowerBound, unit.upperBound)
    case .atLeast: return (unit.lowerBound, nil)
    case .atMost: return (nil, unit.upperBound)
    case .above:
      guard unit.upperBound < domain(value.text).upperBound else { throw nothing("above", value) }
      return (after(unit.upperBound), nil)
    case .below:
      guard unit.lowerBound > domain(value.text).lowerBound else { throw nothing("below", value) }
      return (nil, before(unit.lowerBound))
    }
  }

  private static func dots(in text: ArraySlice<UInt8>) -> Int? {
    zip(text.indices, zip(text, text.dropFirst())).first { $1 == (0x2E, 0x2E) }?.0
  }

  private func nothing(_ side: String, _ value: SearchLineLexer.Piece) -> Failure {
    SearchLine.fault(
      .outOfRange, "no \(key.rawValue) is \(side) \(SearchLine.shown(value.text))",
      at: value.place)
  }

  // MARK: Numbers and dates

  private var isDate: Bool { key != .rating && !key.isNumber }

  private static let point = UInt8(ascii: ".")

  /// Two points make a range.
  private static func hasFraction(_ text: [UInt8]) -> Bool {
    guard let dots = dots(in: text[...]) else { return text.contains(point) }
    return text[..<dots].contains(point) || text[(dots + 2)...].contains(point)
  }

  /// A rating such as 4, 4.5 or 4.25; nil for another text.
  private static func quarters(_ text: ArraySlice<UInt8>) -> Int64? {
    let parts = text.split(separator: point, omittingEmptySubsequences: false)
    guard parts.count <= 2, let stars = parts.first.flatMap(SearchLine.integer),
      (0...5).contains(stars)
    else { return nil }
    let fractions = ["": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3]
    let fraction = parts.count == 1 ? "" : String(decoding: parts[1], as: UTF8.self)
    guard parts.count == 1 || !fraction.isEmpty, let rest = fractions[fraction] else { return nil }
    return stars * 4 + Int64(rest)
  }

  private func domain(_ text: [UInt8]) -> ClosedRange<Int64> {
    switch key {
    case .rating: SearchLineSpan.hasFraction(text) ? 1...20 : 4...20
    case _ where BookField.traits(of: key.field).rule == .positive: 1...Int64(Int32.max)
    case _ where key.isNumber: Int64(Int32.min)...Int64(Int32.max)
    default: 1_01_01...9999_12_31
    }
  }

  private var example: String {
    switch key {
    case .rating: "3..5"
    case _ where BookField.traits(of: key.field).rule == .positive: "100..300"
    case _ where key.isNumber: "1960..1970"
    default: "2024-01..2024-03"
    }
  }

  private func after(_ value: Int64) -> Int64 {
    isDate ? Int64(CalendarDate.dayAfter(Int32(truncatingIfNeeded: value))) : value + 1
  }

  private func before(_ value: Int64) -> Int64 {
    isDate ? Int64(CalendarDate.dayBefore(Int32(truncatingIfNeeded: value))) : value - 1
  }

  /// The range of one number or date: for a month, its days.
  private func unit(_ text: ArraySlice<UInt8>, _ place: Range<Int>) throws -> ClosedRange<Int64> {
    if isDate {
      guard let days = SearchLineSpan.days(text) else { throw unreadable(text, place) }
      return days
    }
    let number = key == .rating ? SearchLineSpan.quarters(text) : SearchLine.integer(text)
    guard let number, domain(Array(text)).contains(number) else {
      throw unreadable(text, place)
    }
    return number...number
  }

  private func unreadable(_ text: ArraySlice<UInt8>, _ place: Range<Int>) -> Failure {
    let (reason, form): (FaultReason, String) =
      switch key {
      case .rating:
        (.rating, "rating; write 1 to 5, quarters such as 4.25, a range such as 3..5, or none")
      case _ where BookField.traits(of: key.field).rule == .positive:
        (
          .number,
          "number of \(key.rawValue); write one such as 250, or a range such as \(example)"
        )
      case _ where key.isNumber:
        (.year, "year; write one such as 1965 or -750, or a range such as \(example)")
      default:
        (
          .period,
          "date; write 2024, 2024-03 or 2024-03-15, or a range such as 2024-01..2024-03"
        )
      }
    return SearchLine.fault(
      reason, "\(SearchLine.shown(Array(text))) is not a \(form)", at: place)
  }

  /// The days of YYYY, YYYY-MM, YYYY-MM-DD, "today" or "yesterday"; nil for another text or an
  /// impossible day.
  private static func days(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
    switch SearchLine.lowercased(Array(text)) {
    case "today": return day(CalendarDate.today())
    case "yesterday": return day(CalendarDate.dayBefore(CalendarDate.today()))
    default: break
    }
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count <= 3, parts.map(\.count) == Array([4, 2, 2].prefix(parts.count)) else {
      return nil
    }
    let numbers = parts.compactMap { SearchLine.integer($0).map { Int32(truncatingIfNeeded: $0) } }
    guard numbers.count == parts.count else { return nil }
    let first =
      numbers[0] * 10000 + (numbers.count > 1 ? numbers[1] : 1) * 100
      + (numbers.count > 2 ? numbers[2] : 1)
    guard CalendarDate.exists(first) else { return nil }
    let last =
      switch numbers.count {
      case 1: numbers[0] * 10000 + 12_31
      case 2: CalendarDate.lastDay(year: numbers[0], month: numbers[1])
      default: first
      }
    return Int64(first)...Int64(last)
  }

  private static func day(_ date: Int32) -> ClosedRange<Int64> { Int64(date)...Int64(date) }

  // MARK: The query's filter

  func filter(_ query: inout Query) throws {
    let (first, last) = (
      ends.first.map { Int32(truncatingIfNeeded: $0) },
      ends.last.map { Int32(truncatingIfNeeded: $0) }
    )
    switch key {
    case .rating where notRated == .only: try query.filterRating(0, 0, orNotRated: 0)
    case .rating:
      let (least, most) = (ends.first ?? 4, ends.last ?? 20)
      let orNotRated: Int32 = notRated == .too ? 1 : 0
      if isExact {
        try query.filterExactRating(Double(least) / 4, Double(most) / 4, orNotRated: orNotRated)
      } else {
        try query.filterRating(Int32((least + 3) / 4), Int32(most / 4), orNotRated: orNotRated)
      }
    case _ where key.isNumber: try query.filter(key.field, first ?? .min, last ?? .max)
    case .started: try query.filterStarted(first, last)
    case .finished: try query.filterFinished(first, last)
    default: try query.filterCreated(days: first, last)
    }
  }
}
