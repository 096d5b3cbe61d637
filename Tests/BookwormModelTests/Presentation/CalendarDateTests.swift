// Tests which dates exist, and the months of instants.
import TestSupport
import Testing

@testable import BookwormRecords

@Suite struct CalendarDateTests {
  @Test(arguments: [
    1_01_01, 1970_01_01, 2024_02_29, 2000_02_29, 2023_02_28, 2026_04_30, 2026_12_31, 9999_12_31,
    4_02_29, 1582_10_10,
  ])
  func theseDatesExist(date: Int32) throws {
    #expect(CalendarDate.exists(date))
    try Rules.date(date, "started")
  }

  @Test(arguments: [
    0, 1_01_00, 1_00_01, 101, 2023_02_29, 1900_02_29, 2100_02_29, 2024_02_30, 2026_04_31,
    2026_06_31, 2026_09_31, 2026_11_31, 2026_01_32, 2026_13_01, 2026_00_10, 2026_10_00, 9999_12_32,
    10000_01_01, -2026_01_01, Int32.min, Int32.max,
  ])
  func theseDatesDoNot(date: Int32) {
    #expect(!CalendarDate.exists(date))
    let failure = failure { try Rules.date(date, "started") }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "started")
  }

  @Test func fourCenturiesHaveTheirDays() {
    var count = 0
    for year in Int32(2000)...2399 {
      for month in Int32(0)...13 {
        for day in Int32(0)...32
        where CalendarDate.exists(year * 10000 + month * 100 + day) { count += 1 }
      }
    }
    #expect(count == 146_097)
  }

  @Test(arguments: [
    (1970_01_01, 0), (1969_12_31, -1), (1_01_01, -719_162), (9999_12_31, 2_932_896),
    (2000_02_29, 11_016), (2000_03_01, 11_017), (1900_02_28, -25_509), (1900_03_01, -25_508),
    (1_12_31, -718_798), (2024_02_29, 19_782),
  ])
  func aDateIsSoManyDaysFrom1970(date: Int32, days: Int64) {
    #expect(CalendarDate.dayNumber(of: date) == days)
    #expect(CalendarDate.date(days: Int32(days)) == date)
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() {
    var days = CalendarDate.dayNumber(of: 1599_12_31)
    for year in Int32(1600)...1999 {
      for month in Int32(1)...12 {
        for day in Int32(1)...31 {
          let date = year * 10000 + month * 100 + day
          guard CalendarDate.exists(date) else { continue }
          days += 1
          if CalendarDate.dayNumber(of: date) != days
            || CalendarDate.date(days: Int32(days)) != date
          {
            Issue.record("\(date)")
          }
        }
      }
    }
  }

  @Test func aNumberOfDaysBeyondTheYears1To9999IsNoDate() {
    for days in [-719_163, 2_932_897, Int32.min, Int32.max] {
      #expect(CalendarDate.date(days: days) == nil)
    }
  }

  @Test func todayIsADate() { #expect(CalendarDate.exists(CalendarDate.today())) }

  @Test(arguments: [
    (0, 1970_01), (-1, 1969_12), (-1000, 1969_12), (-1001, 1969_12), (-2_678_400_000, 1969_12),
    (-2_678_400_001, 1969_11), (2_678_399_999, 1970_01), (2_678_400_000, 1970_02),
    (951_782_400_000, 2000_02), (951_868_800_000, 2000_03), (-2_208_988_800_000, 1900_01),
    (-2_208_988_800_001, 1899_12),
  ])
  func anInstantHasItsMonth(instant: Int64, month: Int64) {
    #expect(CalendarDate.month(of: instant) == month)
  }

  /// Compared with the checker's own arithmetic, which counts years.
  @Test func manyInstantsHaveTheirMonths() {
    var dice = Dice(1)
    for _ in 0..<500 {
      let instant = Int64.random(in: Rules.instants, using: &dice)
      #expect(CalendarDate.month(of: instant) == month(ofMilliseconds: instant), "\(instant)")
    }
  }
}
