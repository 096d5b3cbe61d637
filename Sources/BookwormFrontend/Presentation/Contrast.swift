// Chooses readable text for a colour, by luminance and contrast as the Web Content Accessibility
// Guidelines 2.x define them.
import BookwormRecords
import Glibc

extension Colour {
  package static let black: UInt32 = 0x000000
  package static let white: UInt32 = 0xFFFFFF

  /// Returns a number from 0, for black, to 1, for white.
  /// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  static func luminance(_ rgb: UInt32) -> Double {
    func linear(_ shift: UInt32) -> Double {
      let channel = Double(rgb >> shift & 0xFF) / 255
      return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
  }

  /// Returns a number from 1, for equal colours, to 21.
  /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  package static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns black or white, whichever is easier to read on the colour.
  package static func text(on rgb: UInt32) -> UInt32 {
    contrast(rgb, black) >= contrast(rgb, white) ? black : white
  }
}
