// Controls
//
// Models of what a frontend draws: a row of stars for a rating, and a stepper. They need no store
// and allocate nothing; you own the structs.
import BookwormFrontend
import CBookwormTypes

/// Sets a star control to its defaults: five yellow and gray stars without a label. Prepare
/// `control` with BW_INIT first.
@_cdecl("bw_star_control_get_defaults")
public func bw_star_control_get_defaults(
  _ control: UnsafeMutablePointer<bw_star_control>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(control, "control").write(.standard) }
}

/// Gets the appearance of the star `number`, counted from 1, while the control shows `rating`: it
/// is on if `number` is at most `rating`, which may be any number. Prepare `star` with BW_INIT; it
/// borrows its glyph from the control.
///
/// Fails with BW_ERROR_INVALID if the control has no such star ("number"), or a member of the
/// control is out of range (`error->field` is the member).
@_cdecl("bw_star_control_get_star")
public func bw_star_control_get_star(
  _ control: UnsafePointer<bw_star_control>?, _ rating: Int32, _ number: Int32,
  _ star: UnsafeMutablePointer<bw_star>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let star = try output(star, "star")
    star.write(bw_star(try StarControl(control).star(number, rating: rating)))
  }
}

/// Gets the rating that a tap on the star `number` sets, which is `number`. Fails like
/// bw_star_control_get_star(). Rate a book with bw_book_set_rating(), which refuses ratings above
/// 5.
@_cdecl("bw_star_control_tap")
public func bw_star_control_tap(
  _ control: UnsafePointer<bw_star_control>?, _ number: Int32,
  _ rating: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let rating = try required(rating, "rating")
    rating.pointee = try StarControl(control).tap(number)
  }
}

/// Sets a stepper to its defaults, which are those of an order's quantity: value 1, range 1 to 20,
/// step 1. Prepare `stepper` with BW_INIT first.
@_cdecl("bw_stepper_get_defaults")
public func bw_stepper_get_defaults(
  _ stepper: UnsafeMutablePointer<bw_stepper>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(stepper, "stepper").write(.standard) }
}

/// Gets the value after `times` steps up, or down if `times` is negative. Steps that would lead out
/// of the range are ignored: `*value` is then the stepper's value. From a value outside the range,
/// steps away from the range are ignored too, but steps toward it always lead into it: if they
/// would not reach the range, `*value` is its nearest end; if they would go past the range,
/// `*value` is its other end. `moved`, which may be NULL, gets 1 if `*value` differs from the
/// stepper's value, otherwise 0. The stepper is not changed: store `*value` in it.
///
/// Fails with BW_ERROR_INVALID if the maximum is below the minimum ("maximum") or the step is not
/// above 0 ("step").
@_cdecl("bw_stepper_step")
public func bw_stepper_step(
  _ stepper: UnsafePointer<bw_stepper>?, _ times: Int64, _ value: UnsafeMutablePointer<Int64>?,
  _ moved: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (stepper, value) = (try Stepper(stepper), try required(value, "value"))
    let target = try stepper.stepped(times)
    value.pointee = target
    moved?.pointee = target == stepper.value ? 0 : 1
  }
}
