// Tests every rule on both sides of its limits.
import TestSupport
import Testing

@testable import BookwormRecords

@Suite struct RulesTests {
  // MARK: Texts

  @Test(arguments: [
    " ", "", "\t\r\n", "\u{A0}", "\u{3000}\u{2003}", "\u{85}", "\u{2028}", "\u{1680}\u{205F}",
    "\u{200B}", " \u{FEFF}\u{3164}",
  ])
  func whatIsInvisibleIsNoName(text: String) {
    let failure = failure { try Rules.name(bytes(text), "title") }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "title")
  }

  @Test(arguments: ["a", " a ", "\u{3000}본", "0", "-", "\u{301}", "\u{200B}a"])
  func anythingElseIsAName(text: String) throws {
    try Rules.name(bytes(text), "title")
  }

  @Test func namesEndAt16KiB() throws {
    let longest = [UInt8](repeating: 97, count: 16384)
    try Rules.name(bytes(longest), "title")
    let failure = failure { try Rules.name(bytes(longest + [97]), "title") }
    #expect(failure?.kind == .tooLarge)
    #expect(failure?.message == "title has 16385 bytes; at most 16384 are allowed")
  }

  @Test func textsEndAt16MiB() throws {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16_777_217)
    defer { memory.deallocate() }
    memory.initialize(repeating: 97)
    let tooLong = UnsafeBufferPointer(memory)
    try Rules.text(UnsafeBufferPointer(rebasing: tooLong.dropLast()), "notes")
    #expect(failure { try Rules.text(tooLong, "notes") }?.kind == .tooLarge)
  }

  @Test(arguments: [
    ([0x61, 0xFF], 1), ([0xC3], 0), ([0x61, 0x62, 0xE2, 0x82], 2), ([0xC0, 0xAF], 0),
    ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0x61, 0xE0, 0x80, 0xAF], 1),
  ])
  func whatIsNotUTF8NamesItsByte(text: [UInt8], offset: Int) {
    let failure = failure { try Rules.text(bytes(text), "review") }
    #expect(failure?.kind == .text)
    #expect(failure?.field == "review")
    #expect(failure?.offset == Int64(offset))
    #expect(failure?.message == "review is not valid UTF-8 at byte \(offset)")
  }

  @Test func aNULNamesItsByte() {
    let failure = failure { try Rules.text(bytes([97, 98, 0, 99]), "title") }
    #expect(failure?.kind == .text)
    #expect(failure?.offset == 2)
    #expect(failure?.message == "title holds a NUL at byte 2")
  }

  @Test func theLengthIsLookedAtFirst() {
    let long = [UInt8](repeating: 0xFF, count: 16385)
    #expect(failure { try Rules.name(bytes(long), "title") }?.kind == .tooLarge)
  }

  // MARK: Numbers

  @Test(arguments: 0...5)
  func theseAreRatings(value: Int32) throws { try Rules.rating(value) }

  @Test(arguments: [-1, 6, Int32.min, Int32.max])
  func theseAreNoRatings(value: Int32) {
    let failure = failure { try Rules.rating(value) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "rating")
  }

  @Test(arguments: [-1, 2, Int32.min, Int32.max])
  func aFlagIsOneOrZero(value: Int32) throws {
    try Rules.flag(0, "favourite")
    try Rules.flag(1, "favourite")
    #expect(failure { try Rules.flag(value, "favourite") }?.kind == .invalid)
  }

  @Test func thereAreFourStatuses() throws {
    #expect(try Rules.status(0) == .onShelf)
    #expect(try Rules.status(1) == .inProgress)
    #expect(try Rules.status(2) == .completed)
    #expect(try Rules.status(3) == .didNotFinish)
    for value in [-1, 4, Int32.min, Int32.max] {
      #expect(failure { try Rules.status(value) }?.kind == .invalid)
    }
  }

  @Test(arguments: [0, -0.0, 1.5, Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude])
  func thesePlacesInASeriesExist(value: Double) throws { try Rules.seriesNumber(value) }

  @Test(arguments: [-Double.leastNonzeroMagnitude, -1, .infinity, -.infinity, .nan, .signalingNaN])
  func thesePlacesInASeriesDoNot(value: Double) {
    #expect(failure { try Rules.seriesNumber(value) }?.kind == .invalid)
  }

  @Test func instantsLieInYearsOfFourDigits() throws {
    let (first, last): (Int64, Int64) = (-62_135_596_800_000, 253_402_300_799_999)
    #expect(CalendarDate.month(of: first) == 1_01)
    #expect(CalendarDate.month(of: last) == 9999_12)
    for value in [first, 0, last] { try Rules.instant(value, "created") }
    for value in [first - 1, last + 1, .min, .max] {
      #expect(failure { try Rules.instant(value, "created") }?.kind == .invalid)
    }
  }
}
