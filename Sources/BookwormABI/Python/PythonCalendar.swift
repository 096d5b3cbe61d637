// Creates Python's dates and datetimes by the C functions of its datetime module.
import BookwormRecords

/// The functions are public, but not in the stable ABI. They are at the same offsets in every
/// version from 3.7 on; `init` verifies that by the classes next to them.
struct PythonCalendar {
  typealias Object = CPython.Object

  private typealias NewDate = @convention(c) (Int32, Int32, Int32, Object?) -> Object?
  private typealias NewDateTime =
    @convention(c) (
      Int32, Int32, Int32, Int32, Int32, Int32, Int32, _ zone: Object?, _ type: Object?
    ) -> Object?

  private let date: Object
  private let dateTime: Object
  private let utc: Object
  private let newDate: NewDate
  private let newDateTime: NewDateTime

  /// Nil if the module does not look as expected. The classes are borrowed.
  init?(_ python: CPython, date: Object, dateTime: Object, utc: Object) {
    let name: StaticString = "datetime.datetime_CAPI"
    guard let table = python.importCapsule(name.utf8Start, 0) else {
      python.clearError()
      return nil
    }
    // This function is not generic over the type of functions, because Swift 6.2.3 would then
    // compile it as if it always failed.
    func entry(_ index: Int) -> Object? {
      table.load(fromByteOffset: index &* 8, as: Object?.self)
    }
    guard entry(0) == date, entry(1) == dateTime, entry(5) == utc, let newDate = entry(6),
      let newDateTime = entry(7)
    else { return nil }
    (self.date, self.dateTime, self.utc) = (date, dateTime, utc)
    self.newDate = unsafeBitCast(newDate, to: NewDate.self)
    self.newDateTime = unsafeBitCast(newDateTime, to: NewDateTime.self)
  }

  /// Creates a date from YYYYMMDD; nil, without a Python exception set, if the date is impossible.
  func date(_ written: Int32) -> Object? {
    guard CalendarDate.exists(written) else { return nil }
    return newDate(written / 10000, written / 100 % 100, written % 100, date)
  }

  /// Creates a datetime from milliseconds since 1970; nil outside the years 1 to 9999.
  func instant(_ milliseconds: Int64) -> Object? {
    let (days, ofDay) = milliseconds.dividedFloor(by: 86_400_000)
    guard let days = Int32(exactly: days), let date = CalendarDate.date(days: days) else {
      return nil
    }
    let rest = Int32(truncatingIfNeeded: ofDay)
    return newDateTime(
      date / 10000, date / 100 % 100, date % 100, rest / 3_600_000, rest / 60_000 % 60,
      rest / 1000 % 60, rest % 1000 * 1000, utc, dateTime)
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder. The divisor must be above 0.
  fileprivate func dividedFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
  }
}
