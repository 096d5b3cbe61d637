// Exact ratings are finer than whole stars. This file defines valid exact ratings and their whole
// ratings.
import BookwormStorage

package enum ExactRating {
  /// The range of exact ratings, which have steps of a quarter.
  package static let allowed: ClosedRange<Double> = 0.25...5

  static func check(_ value: Double, _ field: String = "exact_rating") throws {
    guard rating(of: value) != nil else {
      throw Failure(
        .invalid, field, "\(field) is \(value); it must be a quarter from 0.25 to 5, such as 4.25")
    }
  }

  /// Returns the nearest whole rating, halves rounded up, and never 0. Nil if `exact` is invalid.
  package static func rating(of exact: Double) -> Int32? {
    guard allowed.contains(exact), (exact * 4).rounded() == exact * 4 else { return nil }
    return max(1, Int32((exact + 0.5).rounded(.down)))
  }

  /// Converts a rating on a scale with the maximum `best` to the nearest quarter, halves rounded
  /// up. 0, which means not rated, stays 0; any higher value is at least a quarter.
  package static func of(_ value: Double, outOf best: Double) throws -> Double {
    guard best.isFinite, best > 0 else {
      throw Failure(.invalid, "best", "best is \(best); it must be a number above 0")
    }
    guard (0...best).contains(value) else {
      throw Failure(.invalid, "value", "value is \(value); it must be from 0 to \(best)")
    }
    guard value > 0 else { return 0 }
    let quarters = value / best * 20
    // Makes 3.5 of 7 half of the scale, whatever the rounding error of the division.
    let nearest = (quarters + 0.5 + quarters.ulp).rounded(.down)
    return min(max(nearest, 1), 20) / 4
  }
}
