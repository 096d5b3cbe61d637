// Reads the enums and the bits of the C header from its text.
import TestSupport

enum HeaderEnums {
  /// Returns each enum's members and their values, by the enum's name.
  static let all: [String: [String: Int64]] = {
    var enums: [String: [String: Int64]] = [:]
    var name: Substring?
    let lines = SourceTree.lines(of: "Sources/CBookwormTypes/include/bookworm_types.h")
    for line in lines {
      let words = line.split(separator: " ")
      if words.starts(with: ["typedef", "enum"]), words.count > 2 { name = words[2] }
      guard let current = name else { continue }
      for part in line.split(separator: "{").joined(separator: ",").split(separator: ",") {
        let sides = part.split(separator: "}")[0].split(separator: "=")
        guard sides.count == 2, let value = value(sides[1]) else { continue }
        let member = sides[0].filter { $0 != " " }
        if member.hasPrefix("BW_") { enums[String(current), default: [:]][member] = value }
      }
      if line.contains("}") { name = nil }
    }
    return enums
  }()

  /// Returns each family's bits, such as BW_BOOK_TITLE of "BW_BOOK".
  static let flags: [String: [String: UInt64]] = {
    var families: [String: [String: UInt64]] = [:]
    for line in SourceTree.lines(of: "Sources/CBookwormTypes/include/bookworm_types.h")
    where line.contains("UINT64_C") {
      let words = line.split(separator: " ")
      guard words.count == 5, let bit = UInt64(words[4].dropLast()) else { continue }
      let family = words[1].split(separator: "_").prefix(2).joined(separator: "_")
      families[family, default: [:]][String(words[1])] = 1 << bit
    }
    return families
  }()

  /// Parses a number, a hexadecimal number, or a bit such as `1 << 5`.
  private static func value(_ text: Substring) -> Int64? {
    let words = text.split(separator: " ")
    if words.count == 3, words[1] == "<<", let one = Int64(words[0]), let shift = Int64(words[2]) {
      return one << shift
    }
    guard words.count == 1 else { return nil }
    return words[0].hasPrefix("0x") ? Int64(words[0].dropFirst(2), radix: 16) : Int64(words[0])
  }
}
