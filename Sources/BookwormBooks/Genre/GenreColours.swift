// Chooses the colour of a genre that is created by its name alone, and recolours genres that nobody
// has coloured.
import BookwormRecords
import BookwormStorage
import BookwormStore

enum GenreColours {
  /// A random search chose them among the colours with a contrast of at least 3 to white and to
  /// #121212, so that the smallest difference (CIEDE2000) is as large as possible: from each other
  /// and from the standard genres' colours, with normal vision and without the cones for long,
  /// medium or short waves. GenreColourTests measures it.
  static let palette: [UInt32] = [
    0xB80088, 0x9870A0, 0x984868, 0x805838, 0x8800F8, 0x10A0C0, 0x908898,
    0xA06868, 0x908028, 0xE87068, 0x789888, 0xD870C0, 0x2888F8, 0x20A050,
    0x107850, 0x386898, 0xC82850, 0xF810F0, 0x388880, 0xC81010,
  ]

  /// Returns a standard genre's own colour; for any other name, the colour of the palette that
  /// belongs to the name. The result is the same in every store, so neither the colours nor their
  /// order may ever change.
  static func colour(ofKey key: some Collection<UInt8>) -> UInt32 {
    if let own = StandardGenres.colour(ofKey: key) { return own }
    var checksum = Checksum()
    checksum.append(key)
    return palette[Int((checksum.value ^ checksum.value >> 32) % UInt64(palette.count))]
  }
}

extension Session {
  /// Gives each red genre the colour of its name. Red means that no colour was chosen when the
  /// genre was created. Returns how many genres changed.
  package func recolourGenres() throws -> Int64 {
    try write(.batch) { writer in
      let genres = try writer.connection.allGenres()
      let columns = genres.layout.columns
      var changed: Int64 = 0
      for row in 0..<genres.count where Colour.parse(genres.text(columns[2], row)) == Colour.red {
        let colour = try GenreColours.colour(ofKey: Keys.genre(genres.text(columns[1], row)))
        guard colour != Colour.red else { continue }
        var draft = Draft<GenreFields>()
        try Colour.format(colour).withUnsafeBufferPointer {
          draft.give(.colour, $0)
          try writer.update(
            genres.number(columns[0], row, as: Int64.self), draft, GenreFields.colour)
        }
        changed += 1
      }
      return changed
    }
  }
}
