// Controls
//
// Models of what a frontend draws, without a store and without memory of their own: a row of stars
// for a rating, and a stepper. The structs are yours; the rules are here.
import BookwormModel
import CBookwormTypes

/// Fills a star control with its defaults: five yellow and gray stars without a label. Prepare
/// `control` with BW_INIT first.
@_cdecl("bw_star_control_get_defaults")
public func bw_star_control_get_defaults(
  _ control: UnsafeMutablePointer<bw_star_control>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(control, "control").write(.standard) }
}

/// Tells how to draw the star `number`, counted from 1, while the control shows a rating: it is on
/// where `number` is at most `rating`, which may be any number. Prepare `star` with BW_INIT; its
/// glyph is the control's.
///
/// Fails with BW_ERROR_INVALID where the control has no such star ("number"), or a member of the
/// control is out of its range (`error->field` names it).
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

/// Tells the rating that a tap on the star `number` sets, which is `number`. Fails as
/// bw_star_control_get_star() does. To rate a book with it, use bw_book_set_rating(), which refuses
/// what is above 5.
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

/// Fills a stepper with its defaults: 1, from 1 to 20, one at a time; that of an order's quantity.
/// Prepare `stepper` with BW_INIT first.
@_cdecl("bw_stepper_get_defaults")
public func bw_stepper_get_defaults(
  _ stepper: UnsafeMutablePointer<bw_stepper>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try output(stepper, "stepper").write(.standard) }
}

/// Returns the value after `times` steps up, or down where `times` is negative. Steps that lead out
/// of the range are ignored: then `*value` is the stepper's value, and `moved`, which may be NULL,
/// gets 0; else 1. From a value outside the range, steps toward it lead into it, to its nearest end
/// at least. The stepper stays as it is: store the value in it.
///
/// Fails with BW_ERROR_INVALID where the range is upside down ("maximum") or the step is not above
/// 0 ("step").
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
