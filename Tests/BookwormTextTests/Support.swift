// Provides helpers for this folder's tests: keys as arrays, random texts, and comparison like
// memcmp.
import BookwormText

typealias KeyFunction = @Sendable (UnsafeBufferPointer<UInt8>, inout ByteBuffer) -> Void

func key(_ bytes: [UInt8], _ function: KeyFunction) -> [UInt8] {
  var buffer = ByteBuffer()
  bytes.withUnsafeBufferPointer { function($0, &buffer) }
  return Array(buffer.bytes)
}

func genreKey(_ text: String) -> [UInt8] { key(Array(text.utf8), UTF8Text.genreKey) }
func searchKey(_ text: String) -> [UInt8] { key(Array(text.utf8), UTF8Text.searchKey) }
func sortKey(_ text: String) -> [UInt8] { key(Array(text.utf8), UTF8Text.sortKey) }

/// The text of a genre or search key.
func text(_ key: [UInt8]) -> String { String(decoding: key, as: UTF8.self) }

func contains(_ text: String, _ needle: String) -> Bool {
  var scratch = ByteBuffer()
  let needle = searchKey(needle)
  return Array(text.utf8).withUnsafeBufferPointer { text in
    needle.withUnsafeBufferPointer { needle in
      UTF8Text.foldedContains(text, needleSearchKey: needle, scratch: &scratch)
    }
  }
}

func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }

/// Returns the code points of a text, to compare texts by them: Swift's String treats canonically
/// equivalent texts as equal.
func scalars(_ text: String) -> String {
  text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}

/// Every code point that a text can hold and that the tables' version of Unicode knows.
let knownScalars: [Unicode.Scalar] = (UInt32(1)...0x10FFFF).compactMap { value in
  guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
    scalar.properties.generalCategory != .unassigned
  else { return nil }
  return age.major <= 15 && !(age.major == 15 && age.minor > 0) ? scalar : nil
}

/// The same numbers in every run, so that a failure can be investigated.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {  // SplitMix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// Texts of up to twelve code points, with many hard cases: marks out of order, decomposed Hangul,
/// letters that fold to several, digits, white space, and any others.
func randomTexts(_ count: Int, seed: UInt64) -> [String] {
  var dice = Dice(seed)
  let marks = knownScalars.filter { $0.properties.canonicalCombiningClass.rawValue != 0 }
  let folding = knownScalars.filter { $0.properties.changesWhenNFKCCaseFolded }
  let hangul = Array("ᄀᄒᄓᅡᅵᅶᆨᇂᇃ가각개힣ㄱㅏ〮".unicodeScalars)
  let plain = Array("aZ 019.$\u{3000}\u{1F9}\u{345}\u{37A}\u{1FB7}\u{FF9E}αß".unicodeScalars)
  let pools = [marks, folding, hangul, plain, plain, knownScalars]
  return (0..<count).map { _ in
    var text = String.UnicodeScalarView()
    let chosen = (0..<2).compactMap { _ in pools.randomElement(using: &dice) }
    for _ in 0..<Int.random(in: 1...12, using: &dice) {
      if let scalar = chosen.randomElement(using: &dice)?.randomElement(using: &dice) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

/// FNV-1a over keys, each followed by a byte that does not occur in UTF-8.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ key: [UInt8]) {
    for byte in key + [0xFF] { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
