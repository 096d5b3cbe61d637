// Tests the colours of genres that are created by name: always the same, and easy to distinguish.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct GenreColourTests {
  private func colour(_ genre: Int64, _ store: Store) throws -> String {
    try store.genre(genre).texts(.colour)[0]
  }

  @Test func aGenreMadeByNameHasTheColourOfItsName() throws {
    let (store, other) = (try memoryStore(), try memoryStore())
    let names = ["Steampunk", "Łódź", "東京", "science-fiction", "Krimi", "romance", "KIDS"]
    let colours = [
      "#C82850", "#C81010", "#107850", "#388880", "#D870C0", "#FF0000",
      "#FFB300",
    ]
    let made = try names.map { try colour(store.genre(named: $0), store) }
    #expect(made == colours)
    // Names in any case and in another order get the same colours.
    for (name, expected) in zip(names, colours).reversed() {
      let genre = try other.genre(named: name.uppercased())
      #expect(try colour(genre, other) == expected, "\(name)")
    }
  }

  @Test func namesUseEveryColour() throws {
    let keys = try (0..<400).map { try Keys.genre(bytes("Genre \($0)")) }
    let used = Set(keys.map { GenreColours.colour(ofKey: $0) })
    #expect(used == Set(GenreColours.palette))
    #expect(GenreColours.palette.count == 20)
  }

  @Test func onlyRedGenresAreRecoloured() throws {
    let store = try memoryStore()
    func genre(_ name: String, _ colour: String?) throws -> Int64 {
      try store.createGenre(bytes(name), colour: colour.map { bytes($0) })
    }
    let (old, chosen) = (try genre("Steampunk", nil), try genre("Space", "#00FF00"))
    let (romance, fantasy) = (try genre("Romance", nil), try genre("fantasy", "#ff0000"))
    let kept = try genre("Horror", "#010203")
    #expect(try store.recolourGenres() == 2)
    let other = try memoryStore()
    #expect(try colour(old, store) == colour(other.genre(named: "Steampunk"), other))
    #expect(try colour(fantasy, store) == "#7E57C2")
    let others = [(chosen, "#00FF00"), (romance, "#FF0000"), (kept, "#010203")]
    for (id, expected) in others { #expect(try colour(id, store) == expected) }
    #expect(try store.recolourGenres() == 0)
    _ = try store.undo()
    for id in [old, fantasy, romance] { #expect(try colour(id, store) == "#FF0000") }
    #expect(try colour(chosen, store) == "#00FF00")
  }

  // MARK: Telling colours apart

  @Test func thePaletteCanBeToldApart() {
    let standard = StandardGenres.all.map(\.colour)
    for (place, colour) in GenreColours.palette.enumerated() {
      #expect(Colour.contrast(colour, 0xFFFFFF) >= 3)
      #expect(Colour.contrast(colour, 0x121212) >= 3)
      for other in GenreColours.palette[..<place] + standard {
        let difference = SeenColour.Vision.allCases.map { vision in
          SeenColour(colour, vision).difference(SeenColour(other, vision))
        }
        #expect(difference.allSatisfy { $0 >= 6 }, "\(place), \(other): \(difference)")
        #expect(difference[0] >= 11, "\(place), \(other): \(difference)")
      }
    }
  }

  /// From Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005.
  @Test(arguments: [
    ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
    ([50, 2.5, 0], [73, 25, -18], 27.1492),
    ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
    ([90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447], 1.4441),
  ])
  func theDifferenceIsThatOfTheFormula(one: [Double], other: [Double], expected: Double) {
    let difference = SeenColour(lab: one).difference(SeenColour(lab: other))
    #expect(abs(difference - expected) < 0.0001, "\(difference)")
  }
}

/// A colour as eyes see it, in CIELAB.
struct SeenColour {
  enum Vision: CaseIterable {
    case normal, withoutLong, withoutMedium, withoutShort

    /// A matrix for linear sRGB. From Machado, Oliveira and Fernandes, "A physiologically-based
    /// model for simulation of color vision deficiency", 2009, severity 1.
    var matrix: [[Double]] {
      switch self {
      case .normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .withoutLong:
        [
          [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
          [-0.003882, -0.048116, 1.051998],
        ]
      case .withoutMedium:
        [
          [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
          [-0.011820, 0.042940, 0.968881],
        ]
      case .withoutShort:
        [
          [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
          [0.004733, 0.691367, 0.303900],
        ]
      }
    }
  }

  let lab: [Double]

  init(lab: [Double]) { self.lab = lab }

  init(_ rgb: UInt32, _ vision: Vision) {
    let linear = [16, 8, 0].map { shift -> Double in
      let value = Double(rgb >> UInt32(shift) & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func times(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let seen = times(vision.matrix, linear).map { min(max($0, 0), 1) }
    let toXYZ = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
      [0.0193339, 0.1191920, 0.9503041],
    ]
    let f = zip(times(toXYZ, seen), [0.95047, 1, 1.08883]).map { value, white in
      let part = value / white
      return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
    }
    lab = [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// CIEDE2000.
  func difference(_ other: SeenColour) -> Double {
    let (one, two) = (lab, other.lab)
    let meanChroma = (hypot(one[1], one[2]) + hypot(two[1], two[2])) / 2
    let g = 0.5 * (1 - SeenColour.saturation(meanChroma))
    let (a1, a2) = (one[1] * (1 + g), two[1] * (1 + g))
    let (c1, c2) = (hypot(a1, one[2]), hypot(a2, two[2]))
    let (h1, h2) = (SeenColour.hue(a1, one[2]), SeenColour.hue(a2, two[2]))
    var (turn, hue) = (h2 - h1, (h1 + h2) / 2)
    if abs(turn) > 180 {
      hue += h1 + h2 < 360 ? 180 : -180
      turn += turn > 0 ? -360 : 360
    }
    if c1 * c2 == 0 { (turn, hue) = (0, h1 + h2) }
    let (light, chroma) = ((one[0] + two[0]) / 2, (c1 + c2) / 2)
    func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    let t =
      1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) - 0.2
      * cosine(4 * hue - 63)
    let square = (light - 50) * (light - 50)
    let byLight = (two[0] - one[0]) / (1 + 0.015 * square / (20 + square).squareRoot())
    let byChroma = (c2 - c1) / (1 + 0.045 * chroma)
    let byHue = 2 * (c1 * c2).squareRoot() * sin(turn * .pi / 360) / (1 + 0.015 * chroma * t)
    let angle = 60 * exp(-pow((hue - 275) / 25, 2))
    let rotation = -2 * SeenColour.saturation(chroma) * sin(angle * .pi / 180)
    return
      (byLight * byLight + byChroma * byChroma + byHue * byHue + rotation * byChroma * byHue)
      .squareRoot()
  }

  private static func saturation(_ chroma: Double) -> Double {
    (pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))).squareRoot()
  }

  private static func hue(_ a: Double, _ b: Double) -> Double {
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
