// Calculates with calendar dates, as the number YYYYMMDD, and finds the months of instants.
import BookwormStorage
import Glibc

package enum CalendarDate {
  package static func exists(_ date: Int32) -> Bool {
    guard date >= 1_01_01, date <= 9999_12_31 else { return false }
    let (year, month, day) = (date / 10000, date / 100 % 100, date % 100)
    guard (1...12).contains(month), day >= 1 else { return false }
    return day <= days(in: month, of: year)
  }

  private static func days(in month: Int32, of year: Int32) -> Int32 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days since 1970-01-01 of a valid date.
  package static func dayNumber(of date: Int32) -> Int64 {
    // Years begin in March here, so that a leap day is the last day of its year.
    let month = (Int64(date / 100 % 100) + 9) % 12
    let year = Int64(date / 10000) - (month >= 10 ? 1 : 0)
    let dayOfYear = (153 * month + 2) / 5 + Int64(date % 100) - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// Returns the day after a valid date; the years go on past 9999.
  static func dayAfter(_ date: Int32) -> Int32 {
    let (year, month, day) = (date / 10000, date / 100 % 100, date % 100)
    if day < days(in: month, of: year) { return date + 1 }
    return month < 12 ? year * 10000 + (month + 1) * 100 + 1 : (year + 1) * 10000 + 1_01
  }

  /// Returns the day before a valid date; the years go down to 0.
  package static func dayBefore(_ date: Int32) -> Int32 {
    let (year, month, day) = (date / 10000, date / 100 % 100, date % 100)
    if day > 1 { return date - 1 }
    return month > 1 ? lastDay(year: year, month: month - 1) : (year - 1) * 10000 + 12_31
  }

  /// Returns the last day of a month of a year from 1 to 9999.
  package static func lastDay(year: Int32, month: Int32) -> Int32 {
    year * 10000 + month * 100 + days(in: month, of: year)
  }

  /// Returns the date `days` days after 1970-01-01; nil outside the years 1 to 9999. After Howard
  /// Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package static func date(days: Int32) -> Int32? {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return year * 10000 + month * 100 + day
  }

  /// Writes a valid date in ISO 8601, such as 2024-02-29.
  package static func text(of date: Int32) -> String {
    "\(padded(date / 10000, 4))-\(padded(date / 100 % 100, 2))-\(padded(date % 100, 2))"
  }

  /// Writes an instant in ISO 8601, such as 2024-02-29T17:05:00.250+00:00; nil outside the years 1
  /// to 9999.
  package static func text(ofInstant instant: Milliseconds) -> String? {
    let (days, ofDay) = (instant / day, instant % day)
    let isBefore = ofDay < 0
    guard let number = Int32(exactly: isBefore ? days - 1 : days),
      let date = CalendarDate.date(days: number)
    else { return nil }
    let rest = Int32(truncatingIfNeeded: isBefore ? ofDay + day : ofDay)
    let time =
      "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2))"
      + ":\(padded(rest / 1000 % 60, 2)).\(padded(rest % 1000, 3))"
    return "\(text(of: date))T\(time)+00:00"
  }

  /// Reads a date in ISO 8601, such as 2024-02-29; nil if the text is not a date.
  package static func date(ofText text: Bytes) -> Int32? {
    guard text.count == 10, text[4] == dash, text[7] == dash,
      let year = number(text, 0..<4), let month = number(text, 5..<7),
      let day = number(text, 8..<10)
    else { return nil }
    let date = year * 10000 + month * 100 + day
    return exists(date) ? date : nil
  }

  /// Reads an instant in UTC, such as 2024-02-29T17:05:00.250+00:00, which may also end in Z or
  /// lack the milliseconds; nil if the text is not an instant.
  package static func instant(ofText text: Bytes) -> Milliseconds? {
    let zone = ["+00:00", "Z"].first { text.reversed().starts(with: $0.utf8.reversed()) }
    guard let zone, text.count > 19, text[10] == UInt8(ascii: "T"), text[13] == colon,
      text[16] == colon, let date = date(ofText: Bytes(rebasing: text[..<10])),
      let hour = number(text, 11..<13), let minute = number(text, 14..<16),
      let second = number(text, 17..<19), hour < 24, minute < 60, second < 60
    else { return nil }
    var milliseconds: Int32 = 0
    let fraction = 19..<text.count - zone.utf8.count
    if !fraction.isEmpty {
      guard fraction.count == 4, text[19] == UInt8(ascii: "."),
        let number = number(text, 20..<23)
      else { return nil }
      milliseconds = number
    }
    let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
    return dayNumber(of: date) * day + Int64(ofDay)
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  /// The number that a few digits form; nil if there is anything but digits.
  private static func number(_ text: Bytes, _ places: Range<Int>) -> Int32? {
    var number: Int32 = 0
    for byte in text[places] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int32(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// The milliseconds of a day.
  package static let day: Milliseconds = 86_400_000

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Returns today's date in the time zone of this process.
  package static func today() -> Int32 {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday
  }

  /// Returns the month of an instant in UTC, as YYYYMM.
  package static func month(of instant: Milliseconds) -> Int64 {
    var seconds = Int(instant / 1000)
    if instant % 1000 < 0 { seconds -= 1 }
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return (Int64(parts.tm_year) + 1900) * 100 + Int64(parts.tm_mon) + 1
  }
}
