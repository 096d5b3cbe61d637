// Converts the models of controls from and to the caller's structs.
import BookwormBooks
import BookwormFrontend
import BookwormStorage
import CBookwormTypes

extension bw_form_defaults {
  static var standard: bw_form_defaults {
    let genre = bw_text(FormDefaults.genre.bytes)
    return bw_form_defaults(
      size: 0, rating: FormDefaults.rating, genre: genre, quantity: FormDefaults.quantity,
      reserved: 0)
  }
}

extension StarControl {
  init(_ control: UnsafePointer<bw_star_control>?) throws {
    let given = try input(control, "control")
    self.init()
    maximum = given.maximum
    label = given.label.data == nil ? label : try givenText(given.label, "label")
    onGlyph = try givenText(given.on_glyph, "on_glyph")
    offGlyph = given.off_glyph.data == nil ? nil : try givenText(given.off_glyph, "off_glyph")
    onColour = given.on_colour
    offColour = given.off_colour
  }
}

extension bw_star_control {
  static var standard: bw_star_control {
    let control = StarControl()
    let label = bw_text(data: ("" as StaticString).permanent, length: 0)
    return bw_star_control(
      size: 0, maximum: control.maximum, label: label, on_glyph: bw_text(control.onGlyph),
      off_glyph: bw_text(), on_colour: control.onColour, off_colour: control.offColour)
  }
}

extension bw_star {
  init(_ star: StarControl.Star) {
    self.init(
      size: 0, on: star.isOn ? 1 : 0, glyph: bw_text(star.glyph), colour: star.colour, reserved: 0)
  }
}

extension Stepper {
  init(_ stepper: UnsafePointer<bw_stepper>?) throws {
    let given = try input(stepper, "stepper")
    self.init()
    (minimum, maximum) = (given.minimum, given.maximum)
    (value, step) = (given.value, given.step)
  }
}

extension bw_stepper {
  static var standard: bw_stepper {
    let stepper = Stepper()
    return bw_stepper(
      size: 0, reserved: 0, minimum: stepper.minimum, maximum: stepper.maximum,
      value: stepper.value, step: stepper.step)
  }
}
