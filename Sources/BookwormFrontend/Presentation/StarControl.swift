// Models the star control: the look of each star, and the effect of a tap on it.
import BookwormRecords
import BookwormStorage

package struct StarControl {
  package static let maximumAllowed: ClosedRange<Int32> = 1...100
  package static let filledStar: StaticString = "★"
  package static let yellow: UInt32 = 0xFFFF00
  package static let gray: UInt32 = 0x808080

  /// An empty label is not drawn. The label is borrowed from the caller, like all of the texts.
  package var label = BookDraft.nothing
  package var maximum: Int32 = 5
  package var onGlyph = filledStar.bytes
  /// Nil means the glyph of a star that is on.
  package var offGlyph: Bytes?
  package var onColour = yellow
  package var offColour = gray

  package init() {}

  package struct Star {
    package let isOn: Bool
    package let glyph: Bytes
    package let colour: UInt32
  }

  /// Returns star number `n`, counted from 1, while the control shows a rating.
  package func star(_ n: Int32, rating: Int32) throws -> Star {
    try check(n)
    let isOn = n <= rating
    return Star(
      isOn: isOn, glyph: isOn ? onGlyph : offGlyph ?? onGlyph, colour: isOn ? onColour : offColour)
  }

  /// Returns the rating that a tap on star number `n` sets.
  package func tap(_ n: Int32) throws -> Int32 {
    try check(n)
    return n
  }

  private func check(_ n: Int32) throws {
    try Rules.text(label, "label", limit: Rules.nameLimit)
    try Rules.name(onGlyph, "on_glyph")
    if let offGlyph { try Rules.name(offGlyph, "off_glyph") }
    guard StarControl.maximumAllowed.contains(maximum) else {
      throw Failure(
        .invalid, "maximum", "maximum is \(maximum); a star control has 1 to 100 stars")
    }
    try Colour.check(onColour, "on_colour")
    try Colour.check(offColour, "off_colour")
    guard (1...maximum).contains(n) else {
      throw Failure(
        .invalid, "number", "number is \(n); the control has the stars 1 to \(maximum)")
    }
  }
}

extension Colour {
  /// A colour as a number may only use its lower 24 bits.
  static func check(_ rgb: UInt32, _ field: String) throws {
    guard rgb <= white else {
      throw Failure(
        .invalid, field, "\(field) is 0x\(String(rgb, radix: 16)); it must be 0xRRGGBB")
    }
  }
}
