// What is presented, to and from the model: languages, controls, and texts that are never freed.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension StaticString {
  /// Lives as long as the library, with a NUL at its end.
  var permanent: UnsafePointer<CChar>? {
    guard hasPointerRepresentation else { return nil }
    return UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension Language {
  init(_ language: bw_language) throws {
    guard let value = Language(rawValue: Int32(bitPattern: language.rawValue)) else {
      throw Failure.unknown(language.rawValue, "language")
    }
    self = value
  }

  /// For what cannot fail: English where the number is no language.
  static func orEnglish(_ language: bw_language) -> Language {
    Language(rawValue: Int32(bitPattern: language.rawValue)) ?? .english
  }
}

extension RatingStyle {
  /// Digits where the number is no style.
  static func orDigits(_ style: bw_rating_style) -> RatingStyle {
    RatingStyle(rawValue: Int32(bitPattern: style.rawValue)) ?? .digits
  }
}

extension BookStatus {
  static func name(_ status: bw_book_status, _ language: Language) -> StaticString {
    BookStatus(rawValue: Int32(bitPattern: status.rawValue))?.name(language)
      ?? unknownName(language)
  }
}

extension bw_text {
  /// A standard genre's name in a language; any other name is given back as it is.
  init(genre name: Bytes, _ language: Language) throws {
    let standard = try StandardGenres.displayName(name, language)
    self.init(standard.map(\.bytes) ?? name)
  }
}

extension bw_colour {
  init(_ rgb: UInt32) {
    self.init()
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: Colour.format(rgb)) }
  }
}

extension StarControl {
  init(_ control: UnsafePointer<bw_star_control>?) throws {
    let given = try input(control, "control")
    self.init()
    maximum = given.maximum
    label = given.label.data == nil ? label : try text(given.label, "label")
    onGlyph = try text(given.on_glyph, "on_glyph")
    offGlyph = given.off_glyph.data == nil ? nil : try text(given.off_glyph, "off_glyph")
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
