// Reads and writes calendar dates and instants.
import BookwormRecords
import BookwormStorage

enum TypedDay {
  enum Found: Equatable {
    case day(Int32)
    /// It is uncertain whether the day or the month comes first.
    case twoDays
    case noSuchDay
    case unreadable
  }

  /// The words for each month in English, German and Polish, the full English name first.
  private static let months: [StaticString] = [
    "January jan januar jänner stycznia styczeń sty",
    "February feb februar lutego luty lut",
    "March mar märz mär mrz marca marzec",
    "April apr kwietnia kwiecień kwi",
    "May mai maja maj",
    "June jun juni czerwca czerwiec cze",
    "July jul juli lipca lipiec lip",
    "August aug sierpnia sierpień sie",
    "September sep sept września wrzesień wrz",
    "October oct oktober okt października październik paź",
    "November nov listopada listopad lis",
    "December dec dezember dez grudnia grudzień gru",
  ]

  private static let numbers: [[UInt8]: Int32] = {
    var numbers: [[UInt8]: Int32] = [:]
    for (place, words) in months.enumerated() {
      for word in words.description.split(separator: " ") {
        if let key = key(String(word)) { numbers[key] = Int32(place + 1) }
      }
    }
    return numbers
  }()

  /// The word with case and accents folded.
  private static func key(_ word: String) -> [UInt8]? {
    Array(word.utf8).withUnsafeBufferPointer { try? Keys.search($0) }
  }

  private enum Part {
    case number(Int32, digits: Int)
    case word(String)
  }

  /// Parses a day. A year has four digits, or two in a date with dots or slashes. Accepts ISO 8601,
  /// with or without hyphens; day, month and year as each language writes them, with the month's
  /// name in any language; and the words for today and yesterday. If a date of numbers ends with
  /// the year, the day comes first if all signs are dots. Otherwise, if the day or the month may
  /// come first, the language decides; in English and Korean, the text stays ambiguous.
  static func parse(_ text: String, _ language: Language) -> Found {
    switch text.lowercased() {
    case "today", "heute", "dzisiaj", "dziś", "오늘": return .day(CalendarDate.today())
    case "yesterday", "gestern", "wczoraj", "어제":
      return .day(CalendarDate.dayBefore(CalendarDate.today()))
    default: break
    }
    guard let (parts, signs) = split(text) else { return .unreadable }
    switch parts.count {
    case 1:
      guard case .number(let date, digits: 8) = parts[0] else { return .unreadable }
      return day(date / 10000, date / 100 % 100, date % 100)
    case 3:
      guard case .number(let one, let digits) = parts[0],
        case .number(let other, digits: 1...2) = parts[1]
      else { return named(parts) }
      guard case .number(let last, let lastDigits) = parts[2] else { return .unreadable }
      if digits == 4, lastDigits <= 2 { return day(one, other, last) }
      guard digits <= 2 else { return .unreadable }
      let isDayFirst = signs == ["."] || language.isDayFirst
      if lastDigits == 4 { return numeric(one, other, last, isDayFirst: isDayFirst) }
      guard signs == ["."] || signs == ["/"] else { return .unreadable }
      if language == .korean {
        return digits == 2 && lastDigits <= 2 ? day(year(one), other, last) : .unreadable
      }
      return lastDigits == 2
        ? numeric(one, other, year(last), isDayFirst: isDayFirst) : .unreadable
    case 6: return korean(parts)
    default: return .unreadable
    }
  }

  /// The year that two digits mean, as in POSIX.
  private static func year(_ digits: Int32) -> Int32 { digits + (digits < 69 ? 2000 : 1900) }

  private static func numeric(
    _ one: Int32, _ other: Int32, _ year: Int32, isDayFirst: Bool
  ) -> Found {
    if isDayFirst || one == other || one > 12 { return day(year, other, one) }
    return other > 12 ? day(year, one, other) : .twoDays
  }

  /// Reads a day, the name of a month and a year, in any order.
  private static func named(_ parts: [Part]) -> Found {
    var (month, year, date): (Int32?, Int32?, Int32?) = (nil, nil, nil)
    for part in parts {
      switch part {
      case .number(let number, digits: 4): year = number
      case .number(let number, digits: 1...2): date = number
      case .number: return .unreadable
      case .word(let word): month = key(word).flatMap { numbers[$0] }
      }
    }
    guard let month, let year, let date else { return .unreadable }
    return day(year, month, date)
  }

  /// Reads a date such as 2024년 3월 5일.
  private static func korean(_ parts: [Part]) -> Found {
    guard case .number(let year, digits: 4) = parts[0], case .word("년") = parts[1],
      case .number(let month, digits: 1...2) = parts[2], case .word("월") = parts[3],
      case .number(let date, digits: 1...2) = parts[4], case .word("일") = parts[5]
    else { return .unreadable }
    return day(year, month, date)
  }

  private static func day(_ year: Int32, _ month: Int32, _ day: Int32) -> Found {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return .noSuchDay
    }
    let date = year * 10000 + month * 100 + day
    return CalendarDate.exists(date) ? .day(date) : .noSuchDay
  }

  /// The numbers and words of a text, and the signs between them; nil if it has anything else.
  private static func split(_ text: String) -> (parts: [Part], signs: Set<Unicode.Scalar>)? {
    var (parts, signs): ([Part], Set<Unicode.Scalar>) = ([], [])
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      let isNumber = PlainText.isDigit(first)
      if isNumber || first.properties.isAlphabetic {
        let run = rest.prefix {
          PlainText.isDigit($0) == isNumber && (isNumber || $0.properties.isAlphabetic)
        }
        rest = rest.dropFirst(run.count)
        if isNumber {
          guard run.count <= 8, let number = Int32(Substring(run)) else { return nil }
          parts.append(.number(number, digits: run.count))
        } else {
          let word = Substring(run).lowercased()
          if !["st", "nd", "rd", "th", "of"].contains(word) { parts.append(.word(word)) }
        }
      } else {
        guard " .,/-".unicodeScalars.contains(first), parts.count < 7 else { return nil }
        if first != " " { signs.insert(first) }
        rest.removeFirst()
      }
    }
    return (parts, signs)
  }

  /// Writes a date in the language's own form.
  static func format(_ date: Int32, _ language: Language) -> String {
    guard CalendarDate.exists(date) else { return "\(date)" }
    let (month, day) = (date / 100 % 100, date % 100)
    let year = CalendarDate.text(of: date).prefix(4)
    switch language {
    case .english:
      let name = months[Int(month) - 1].description.prefix { $0 != " " }
      return "\(name) \(day), \(year)"
    case .german: return "\(day).\(month).\(year)"
    case .polish: return "\(day).\(month < 10 ? "0" : "")\(month).\(year)"
    case .korean: return "\(year). \(month). \(day)."
    }
  }
}

extension Language {
  fileprivate var isDayFirst: Bool { self == .german || self == .polish }
}

/// An instant as it was typed: in UTC, unless another zone is typed.
enum TypedInstant {
  /// Accepts a date with a time, or only a date, which means the beginning of the day. Also returns
  /// what was found for the date. The time has 24 hours and may have a zone: UTC, Z, or a
  /// difference such as +02:00.
  static func parse(
    _ text: String, _ language: Language
  ) -> (instant: Int64?, date: TypedDay.Found) {
    guard let colon = text.firstIndex(of: ":") else {
      return instant(TypedDay.parse(text, language), time: 0)
    }
    let hour = text[..<colon].reversed().prefix { $0.isASCII && $0.isNumber }.count
    let start = text.index(colon, offsetBy: -hour)
    var date = text[..<start]
    while let last = date.last, "tT, ".contains(last) { date = date.dropLast() }
    guard let time = time(text[start...]) else { return (nil, .unreadable) }
    return instant(TypedDay.parse(String(date), language), time: time)
  }

  private static func instant(
    _ date: TypedDay.Found, time: Int64
  ) -> (instant: Int64?, date: TypedDay.Found) {
    guard case .day(let day) = date else { return (nil, date) }
    return (CalendarDate.dayNumber(of: day) * CalendarDate.day + time, date)
  }

  /// Milliseconds since the beginning of the day in UTC.
  private static func time(_ text: Substring) -> Int64? {
    let clock = text.prefix { $0.isASCII && $0.isNumber || ":.,".contains($0) }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      let offset = zone(PlainText.trimmed(text[clock.endIndex...])),
      let hour = number(parts[0], below: 24), let minute = number(parts[1], below: 60)
    else { return nil }
    var time = (hour * 60 + minute) * 60_000
    if parts.count == 3 {
      let seconds = parts[2].split(omittingEmptySubsequences: false) { ".,".contains($0) }
      guard seconds.count <= 2, let second = number(seconds[0], below: 60) else { return nil }
      time += second * 1000
      if seconds.count == 2 {
        let digits = seconds[1]
        guard (1...9).contains(digits.count), let number = Int64(digits.prefix(3)) else {
          return nil
        }
        time += number * [100, 10, 1][min(digits.count, 3) - 1]
      }
    }
    return time - offset
  }

  private static func number(_ text: Substring, below limit: Int64) -> Int64? {
    guard (1...2).contains(text.utf8.count), let number = Int64(text), (0..<limit).contains(number)
    else { return nil }
    return number
  }

  /// The zone's difference from UTC in milliseconds.
  private static func zone(_ text: String) -> Int64? {
    if ["", "z", "utc", "gmt"].contains(text.lowercased()) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, let hours = number(digits.prefix(2), below: 24),
      let minutes = digits.count == 2 ? 0 : number(digits.dropFirst(2), below: 60)
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000
  }

  /// Writes the date and the time in UTC, with seconds and their parts if they are not 0.
  static func format(_ instant: Int64, _ language: Language) -> String {
    guard Rules.instants.contains(instant), let text = CalendarDate.text(ofInstant: instant) else {
      return "\(instant)"
    }
    // YYYY-MM-DDThh:mm:ss.mmm+00:00
    let date = text.prefix(10).filter { $0 != "-" }
    var time = text.dropFirst(11).prefix(12)
    if time.hasSuffix(".000") { time = time.dropLast(4) }
    if time.count == 8, time.hasSuffix(":00") { time = time.dropLast(3) }
    return "\(TypedDay.format(Int32(date) ?? 0, language)) \(time) UTC"
  }
}
