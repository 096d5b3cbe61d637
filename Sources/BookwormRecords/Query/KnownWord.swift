// A known word is a word that people may type in a search line. An unknown word was probably meant
// as the closest known word.

struct KnownWord: Sendable {
  /// In lower case.
  private let letters: [Unicode.Scalar]
  private let meaning: String

  init(_ word: String, meaning: String) {
    (letters, self.meaning) = (Array(word.lowercased().unicodeScalars), meaning)
  }

  /// Longer words are not compared, because every known word is shorter.
  private static let limit = 32

  /// Returns the meaning of the known word that is closest to `word`: the same word; otherwise, if
  /// `word` has three letters or more, the first that begins with it; otherwise the closest that
  /// differs from it in at most a third of its letters. Nil if there is none.
  static func closest(_ word: [UInt8], _ known: [KnownWord]) -> String? {
    let letters = Array(SearchLine.lowercased(word).unicodeScalars)
    guard letters.count <= limit else { return nil }
    if let same = known.first(where: { $0.letters == letters }) { return same.meaning }
    if letters.count >= 3, let longer = known.first(where: { $0.letters.starts(with: letters) }) {
      return longer.meaning
    }
    let most = letters.count / 3
    let close = known.map { (word: $0, distance: distance(letters, $0.letters)) }
    let best = close.filter { $0.distance <= most }.min { $0.distance < $1.distance }
    return best?.word.meaning
  }

  /// The least number of letters that must be added, removed, replaced or swapped with a neighbour
  /// to turn one word into the other.
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var earlier: [Int] = []
    var above = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, another) in other.enumerated() {
        var least = min(
          above[column] + (letter == another ? 0 : 1), above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == another {
          least = min(least, earlier[column - 1] + 1)
        }
        current.append(least)
      }
      (earlier, above) = (above, current)
    }
    return above[other.count]
  }
}

extension BookStatus {
  /// Every word for a status.
  static let knownWords: [KnownWord] = allCases.flatMap { status in
    status.typedWords.map { KnownWord($0.description, meaning: status.name) }
  }
}
