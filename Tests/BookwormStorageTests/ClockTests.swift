// These tests check the time that the library reads, also if the clock is wrong.
import Testing

@testable import BookwormStorage

@Suite struct ClockTests {
  @Test func anInstantOutsideOfTheYears1To9999IsTheNearestOne() {
    #expect(Clock.nearest(1_763_800_000_000) == 1_763_800_000_000)
    #expect(Clock.nearest(253_402_300_799_999) == 253_402_300_799_999)
    #expect(Clock.nearest(253_402_300_800_000) == 253_402_300_799_999)
    #expect(Clock.nearest(Int64.min) == -62_135_596_800_000)
  }

  @Test func itTellsTheTimeOfTheDay() {
    #expect(Clock.instants.contains(Clock.now()))
    #expect(Clock.now() > 1_700_000_000_000)
  }
}
