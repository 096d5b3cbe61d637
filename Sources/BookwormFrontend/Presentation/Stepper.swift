// A stepper is a number that goes up and down within a range.
import BookwormBooks
import BookwormRecords

package struct Stepper {
  package var minimum: Int64 = 1
  package var maximum: Int64 = 20
  package var value = Int64(FormDefaults.quantity)
  package var step: Int64 = 1

  package init() {}

  /// Returns the value after `times` steps up, or down if `times` is negative. A step out of the
  /// range is ignored and returns the value unchanged. From a value outside the range, a step
  /// toward the range leads into it, at least to its nearest end.
  package func stepped(_ times: Int64) throws -> Int64 {
    try check()
    let (distance, tooFar) = step.multipliedReportingOverflow(by: times)
    let (target, tooMuch) = value.addingReportingOverflow(distance)
    if times < 0, value > maximum {
      return tooFar || tooMuch ? minimum : max(minimum, min(target, maximum))
    }
    if times > 0, value < minimum {
      return tooFar || tooMuch ? maximum : min(maximum, max(target, minimum))
    }
    guard !tooFar, !tooMuch, (minimum...maximum).contains(target) else {
      return value
    }
    return target
  }

  private func check() throws {
    guard minimum <= maximum else {
      throw Failure(
        .invalid, "maximum", "maximum is \(maximum), which is below the minimum, \(minimum)")
    }
    guard step > 0 else {
      throw Failure(.invalid, "step", "step is \(step); it must be 1 or more")
    }
  }
}
