// Tests the star control and the stepper, and a rating from a control with more stars than a book
// can have.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormRecords

@Suite struct ControlTests {
  private func control(_ change: (inout StarControl) -> Void = { _ in }) -> StarControl {
    var control = StarControl()
    change(&control)
    return control
  }

  // MARK: Stars

  @Test func aControlStartsWithFiveYellowAndGrayStarsWithoutALabel() throws {
    let control = control()
    #expect(control.label.isEmpty && control.maximum == 5 && control.offGlyph == nil)
    let stars = try (1...5).map { try control.star($0, rating: 3) }
    #expect(stars.map(\.isOn) == [true, true, true, false, false])
    #expect(stars.map { string($0.glyph) } == ["★", "★", "★", "★", "★"])
    #expect(stars.map(\.colour) == [0xFFFF00, 0xFFFF00, 0xFFFF00, 0x808080, 0x808080])
  }

  @Test func aStarThatIsOffMayHaveAGlyphOfItsOwn() throws {
    let control = control {
      ($0.onGlyph, $0.offGlyph) = (bytes("●"), bytes("○"))
      ($0.onColour, $0.offColour) = (0x123456, 0)
    }
    #expect(string(try control.star(1, rating: 1).glyph) == "●")
    #expect(string(try control.star(2, rating: 1).glyph) == "○")
    #expect(try control.star(2, rating: 1).colour == 0)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, 5, 6, .max])
  func aStarIsOnUpToTheRating(rating: Int32) throws {
    for n in 1...5 as ClosedRange<Int32> {
      #expect(try control().star(n, rating: rating).isOn == (n <= rating))
    }
  }

  @Test func aTapSetsTheStarsNumber() throws {
    #expect(try (1...5).map { try control().tap($0) } == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [(5, 0), (5, -1), (5, 6), (1, 2), (100, 101), (5, .min), (5, .max)])
  func aStarThatThereIsNotIsRefused(maximum: Int32, n: Int32) {
    let control = control { $0.maximum = maximum }
    for failure in [
      failure { try control.tap(n) }, failure { try control.star(n, rating: 1) },
    ] {
      #expect(failure?.kind == .invalid)
      #expect(failure?.field == "number")
      #expect(failure?.message.contains("1 to \(maximum)") == true)
    }
  }

  static let wrong: [(String, @Sendable (inout StarControl) -> Void)] = [
    ("maximum", { $0.maximum = 0 }), ("maximum", { $0.maximum = -5 }),
    ("maximum", { $0.maximum = 101 }), ("on_glyph", { $0.onGlyph = bytes("") }),
    ("off_glyph", { $0.offGlyph = bytes(" ") }), ("on_colour", { $0.onColour = 0x1_000000 }),
    ("off_colour", { $0.offColour = .max }), ("label", { $0.label = bytes([0xFF]) }),
  ]

  @Test(arguments: wrong.indices)
  func aControlThatMakesNoSenseIsRefused(index: Int) {
    let (field, change) = Self.wrong[index]
    #expect(failure { try control(change).tap(1) }?.field == field)
    #expect(failure { try control(change).star(1, rating: 1) }?.field == field)
  }

  @Test func aControlOfTenWorksByItselfAndABookTakesFive() throws {
    let store = try memoryStore()
    let book = try store.create("Dune")
    let control = control { $0.maximum = 10 }
    #expect(try control.star(10, rating: 10).isOn)
    try store.setRating(book, try control.tap(5))
    let failure = failure { try store.setRating(book, try control.tap(6)) }
    #expect(failure?.message == "rating is 6; it must be 1 to 5, or 0 for not rated")
    #expect(try store.read(book).rating == 5)
  }

  // MARK: Steppers

  private func stepper(_ change: (inout Stepper) -> Void = { _ in }) -> Stepper {
    var stepper = Stepper()
    change(&stepper)
    return stepper
  }

  @Test func aStepperGoesFromOneToTwenty() throws {
    var values: [Int64] = []
    var stepper = stepper()
    for _ in 1...25 {
      values.append(stepper.value)
      stepper.value = try stepper.stepped(1)
    }
    #expect(values == Array(1...20) + [20, 20, 20, 20, 20])
    #expect(try stepper.stepped(-1) == 19)
    #expect(try stepper.stepped(-19) == 1)
    #expect(try stepper.stepped(-20) == 20)
    #expect(try stepper.stepped(0) == 20)
  }

  @Test func aStepOutOfTheRangeIsIgnored() throws {
    let stepper = stepper { ($0.minimum, $0.maximum, $0.value, $0.step) = (-5, 5, 4, 3) }
    #expect(try stepper.stepped(1) == 4)
    #expect(try stepper.stepped(-3) == -5)
    #expect(try stepper.stepped(-4) == 4)
  }

  @Test(
    arguments: [
      (30, -1, 20), (30, -15, 15), (30, -99, 1), (30, 1, 30), (30, 0, 30), (30, .min, 1),
      (21, -1, 20), (0, 1, 1), (-5, 8, 3), (-5, 99, 20), (-5, -1, -5), (.min, .max, 1),
      (.max, .min, 1), (.min, 1, 1), (-5, .max, 20),
    ] as [(Int64, Int64, Int64)])
  func fromOutsideAStepLeadsIntoTheRange(value: Int64, times: Int64, expected: Int64) throws {
    #expect(try stepper { $0.value = value }.stepped(times) == expected)
  }

  @Test(arguments: [Int64.min, .max, .min + 1, 2])
  func aStepThatWouldOverflowIsIgnored(times: Int64) throws {
    let stepper = stepper {
      ($0.minimum, $0.maximum, $0.value, $0.step) = (.min, .max, .max - 1, .max)
    }
    #expect(try stepper.stepped(times) == stepper.value)
    #expect(try stepper.stepped(-1) == -1)
  }

  static let upsideDown: [(String, @Sendable (inout Stepper) -> Void)] = [
    ("maximum", { $0.maximum = 0 }), ("maximum", { ($0.minimum, $0.maximum) = (.max, .min) }),
    ("step", { $0.step = 0 }), ("step", { $0.step = .min }),
  ]

  @Test(arguments: upsideDown.indices)
  func aStepperThatMakesNoSenseIsRefused(index: Int) {
    let (field, change) = Self.upsideDown[index]
    let failure = failure { try stepper(change).stepped(1) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == field)
  }
}
