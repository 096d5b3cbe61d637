// Calendar dates as the number YYYYMMDD, and the months of instants.
import BookwormStorage
import Glibc

enum CalendarDate {
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
