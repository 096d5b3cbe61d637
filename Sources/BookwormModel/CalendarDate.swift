// Calendar dates as the number YYYYMMDD, and the months of instants.
import BookwormStorage
import Glibc

public enum CalendarDate {
  static func exists(_ date: Int32) -> Bool {
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

  /// Of a date that exists. After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  static func days(since1970 date: Int32) -> Int32 {
    let (month, day) = (date / 100 % 100, date % 100)
    // Years that begin in March, so that a leap day is the last of its year.
    let year = date / 10000 - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The other way round; nil outside the years 1 to 9999.
  public static func date(days: Int32) -> Int32? {
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

  /// Today where this process is.
  static func today() -> Int32 {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return (parts.tm_year + 1900) * 10000 + (parts.tm_mon + 1) * 100 + parts.tm_mday
  }

  /// The month of an instant in UTC, as YYYYMM.
  static func month(of instant: Milliseconds) -> Int64 {
    var seconds = Int(instant / 1000)
    if instant % 1000 < 0 { seconds -= 1 }
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return (Int64(parts.tm_year) + 1900) * 100 + Int64(parts.tm_mon) + 1
  }
}
