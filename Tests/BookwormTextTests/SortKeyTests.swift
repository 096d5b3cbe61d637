// Tests human-friendly order.
import BookwormText
import Testing

@Suite struct SortKeyTests {
  /// Written by hand, each list in the order that its reader expects.
  static let orders: [[String]] = [
    ["Book", "Book 1", "Book 2", "book 9", "Book 10", "BOOK 11", "Book 100", "Book 100a", "Books"],
    ["2", "10", "99999999999999", "100000000000000", "999999999999999999", "1000000000000000000"],
    ["file 9", "file ١٠", "file 11", "file 𝟣𝟤", "file １３"],
    ["v1.2", "v1.2.1", "v1.10", "v2.0", "v10"],
    [
      "", "!", "\"", "#", "'", "(", ",", "-", ".", ":", "?", "@", "_", "¡", "。", "$", "+", "<", "~",
    ],
    ["~", "©", "€", "😀", "0", "1", "a", "z", "α", "ж", "א", "ا", "क", "ก", "か", "中", "가", "힣"],
    ["a b", "a, b", "a-b", "a+b", "a1", "aa", "ab"],
    ["Lada", "Łódź", "lodz a", "Łódźa", "Loz", "Lukas", "M"],
    ["Strasz", "Straszny"],
    ["Strasrd", "Straße", "Strasse 2", "Strassf"],
    ["cote", "côté d", "Côte e", "coteau"],
    ["가", "각", "간", "갈", "개", "나", "\u{1102}\u{1161}\u{11A8}", "다", "힣"],
    ["あ", "か", "がき", "かく", "さ"],
    ["กก", "กา", "กิ", "กี", "ขา"],
    ["अ", "क", "कि", "की", "ख"],
    ["The Hobbit", "The Hobbit: Part 1", "The Hobbits"],
    ["Émile", "emile a", "Emma"],
  ]

  @Test(arguments: orders)
  func theseAreInOrder(texts: [String]) {
    let keys = texts.map(sortKey)
    for (index, pair) in zip(keys, keys.dropFirst()).enumerated() {
      #expect(precedes(pair.0, pair.1), "\(texts[index]) before \(texts[index + 1])")
    }
  }

  @Test(arguments: [
    ("Łódź", "LODZ"), ("  a \t b\u{3000}", "a b"), ("007", "7"), ("0", "000"),
    ("Book 02", "book 2"),
    ("Größe", "GROSSE"), ("が", "か"), ("Ender’s", "ender's"), ("٣", "3"), ("１２", "12"), ("", " \n"),
    ("\u{1112}\u{1161}\u{11AB}", "한"), ("1\u{200B}2", "12"),
  ])
  func theseSortAlike(one: String, other: String) {
    #expect(sortKey(one) == sortKey(other))
  }

  /// Classes and values according to Swift's own tables.
  @Test func everyDigitCountsByItsValue() {
    let digits = knownScalars.filter { $0.properties.numericType == .decimal }
    #expect(digits.count > 600)
    for digit in digits {
      guard let value = digit.properties.numericValue else { continue }
      #expect(sortKey("x\(digit)7") == sortKey("x\(Int(value))7"), "\(scalars(String(digit)))")
    }
  }

  @Test func classesAreInOrderForEveryCodePoint() {
    let inner = { (text: String) in sortKey("a\(text)a") }
    let space = inner(" ")
    let punctuation = (inner("!"), sortKey("a\u{10FFFF}a"))
    for scalar in knownScalars {
      let key = inner(String(scalar))
      let folded = text(searchKey(String(scalar))).unicodeScalars
      // Compatibility forms of several classes, and ignored characters, have no class of their own.
      guard folded.count == 1, let only = folded.first else { continue }
      let place: ClosedRange<UInt8>
      switch only.properties.generalCategory {
      case _ where only.properties.isWhitespace: place = 0x08...0x08
      case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .connectorPunctuation, .otherPunctuation:
        place = 0x10...0x27
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .control, .format:
        place = 0x30...0x39
      case .decimalNumber: place = 0x40...0x4F
      default: place = 0x61...0xF4
      }
      if !place.contains(key[1]) { Issue.record("\(scalars(String(scalar))): \(key)") }
    }
    #expect(precedes(space, punctuation.0) && precedes(punctuation.0, punctuation.1))
  }

  @Test func aPrefixSortsNotAfterTheWhole() {
    for text in randomTexts(20_000, seed: 9) {
      // Marks that change places are an exception, which the function's comment mentions.
      let marks = text.unicodeScalars.contains {
        $0.properties.canonicalCombiningClass.rawValue != 0 && !searchKey(String($0)).isEmpty
      }
      if marks { continue }
      let whole = sortKey(text)
      for length in 0...text.unicodeScalars.count {
        let prefix = sortKey(String(text.unicodeScalars.prefix(length)))
        #expect(!precedes(whole, prefix), "\(scalars(text)), \(length)")
      }
    }
  }

  @Test func textsThatSearchTakesForOneSortAlike() {
    for original in randomTexts(20_000, seed: 10) {
      #expect(sortKey(text(searchKey(original))) == sortKey(original), "\(scalars(original))")
    }
  }

  @Test func longNumbersCompareByValue() {
    for length in [13, 14, 15, 16, 127, 128, 129, 1000, 16_383, 16_384, 20_000] {
      let nines = String(repeating: "9", count: length)
      let next = "1" + String(repeating: "0", count: length)
      #expect(precedes(sortKey("a\(nines)z"), sortKey("a\(next)")))
      #expect(precedes(sortKey(nines), sortKey(nines + "!")))
      #expect(sortKey("000\(nines)") == sortKey(nines))
      #expect(sortKey(nines) == sortKey(nines + "\u{200B}"))
    }
  }

  @Test func keysHoldNoZeroByte() {
    for text in knownScalars.map({ String($0) }) + ["\0", "a\0é", "0", "\u{2}"] {
      if sortKey(text).contains(0) { Issue.record("\(scalars(text))") }
    }
  }

  /// A store holds keys of one version. If this fails because keys were changed on purpose, raise
  /// `sortKeyVersion` and write the new version and digest here.
  @Test func keysChangeOnlyWithTheirVersion() {
    var digest = Digest()
    for scalar in knownScalars { digest.add(sortKey("a\(scalar)1 \(scalar)\(scalar)")) }
    for text in Self.orders.joined() { digest.add(sortKey(text)) }
    for (composed, _) in composedAndDecomposed { digest.add(sortKey(composed)) }
    #expect(UTF8Text.sortKeyVersion == 1)
    #expect(digest.value == 0xD86A_8756_42E9_9125)
    #expect(UTF8Text.unicodeVersion == "15.0.0")
  }
}
