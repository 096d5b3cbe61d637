// The articles that a title can begin with, by language.
import BookwormStorage
import BookwormText

enum TitleArticle {
  /// The length of the leading article, with the space before it but not after it; 0 without one.
  /// Without a language, the title counts as English. Allocates nothing.
  static func length(atStartOf title: Bytes, _ language: Bytes?) -> Int {
    guard let articles = articles(of: language) else { return 0 }
    var start = 0
    while start < title.count {
      let space = spaceLength(title, at: start)
      guard space > 0 else { break }
      start &+= space
    }
    // Most titles have no article, which their first letter shows.
    if language == nil, start < title.count {
      let first = title[start] | 0x20
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "a") else { return 0 }
    }
    let words = UnsafeBufferPointer(start: articles.utf8Start, count: articles.utf8CodeUnitCount)
    var word = 0
    while word < words.count {
      let end = words[word...].firstIndex(of: UInt8(ascii: " ")) ?? words.count
      if let length = match(words[word..<end], in: title, at: start) { return length }
      word = end &+ 1
    }
    return 0
  }

  /// Returns the end of the article in the title. A space follows an article, unless it ends with
  /// an apostrophe or a hyphen.
  private static func match(
    _ article: Slice<Bytes>, in title: Bytes, at start: Int
  ) -> Int? {
    var place = start
    var last: UInt8 = 0
    for byte in article {
      guard place < title.count else { return nil }
      last = byte
      if byte == apostrophe {
        let length = apostropheLength(title, at: place)
        guard length > 0 else { return nil }
        place &+= length
        continue
      }
      let found = title[place]
      guard found == byte || found &- 0x41 < 26 && found | 0x20 == byte else { return nil }
      place &+= 1
    }
    let isElided = last == apostrophe || last == UInt8(ascii: "-")
    return isElided || spaceLength(title, at: place) > 0 ? place : nil
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// The length of an apostrophe, or of a character that is typed instead of one.
  private static func apostropheLength(_ text: Bytes, at place: Int) -> Int {
    switch text[place] {
    case apostrophe, 0x60: return 1
    case 0xC2 where place &+ 1 < text.count:  // U+00B4
      return text[place &+ 1] == 0xB4 ? 2 : 0
    case 0xCA where place &+ 1 < text.count:  // U+02BC
      return text[place &+ 1] == 0xBC ? 2 : 0
    case 0xE2 where place &+ 2 < text.count:  // U+2018, U+2019
      return text[place &+ 1] == 0x80 && text[place &+ 2] & 0xFE == 0x98 ? 3 : 0
    default: return 0
    }
  }

  private static func spaceLength(_ text: Bytes, at place: Int) -> Int {
    guard place < text.count, text[place] < 0x80 else {
      return UTF8Text.spaceLength(text, at: place)
    }
    return text[place] == 0x20 || text[place] &- 0x09 < 5 ? 1 : 0
  }

  // MARK: Languages

  /// The articles of a language; nil if it has none, or if they are unknown.
  private static func articles(of language: Bytes?) -> StaticString? {
    guard let language else { return english }
    let tag = Bytes(rebasing: language.prefix { $0 != UInt8(ascii: "-") })
    if tag.count == 2 { return articles[number(tag)] }
    // Older libraries stored codes of three letters, and names.
    return articles[number(LanguageNames.tag(of: tag) ?? tag)]
  }

  private static func number(_ tag: some Collection<UInt8>) -> UInt32 {
    tag.count > 3 ? 0 : tag.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }

  private static let english: StaticString = "the a an"

  /// By the letters of the primary subtag.
  private static let articles: [UInt32: StaticString] = table.reduce(into: [:]) {
    for tag in $1.tags { $0[number(Array(tag.utf8))] = $1.articles }
  }

  /// The articles in lower case, and forms with capitals that are not ASCII. Languages that attach
  /// the article to the word, as Arabic does in its own script, have none.
  private static let table: [(tags: [String], articles: StaticString)] = [
    (["en", "sco"], english),
    (["af"], "die 'n"),
    (["an"], "o a os as un una"),
    (["ar"], "al- el-"),
    (["ast"], "el la los les un una"),
    (["br"], "ar an al ur un ul"),
    (["ca"], "el la els les l' un una uns unes"),
    (["co"], "u a i e l' un una"),
    (["cy"], "y yr"),
    (["da"], "den det de en et"),
    (["de", "gsw"], "der die das ein eine"),
    (
      ["el", "grc"],
      """
      ο Ο η Η το Το ΤΟ οι Οι ΟΙ τα Τα ΤΑ ένας Ένας ΕΝΑΣ μια μία Μια Μία ΜΙΑ ένα Ένα ΕΝΑ ὁ Ὁ ἡ Ἡ τὸ Τὸ \
      οἱ Οἱ αἱ Αἱ τὰ Τὰ
      """
    ),
    (["eo"], "la l'"),
    (["es"], "el la los las lo un una unos unas"),
    (["fo"], "hin hitt ein eitt"),
    (["fr"], "le la les l' un une"),
    (["fur"], "il la lis i un une l'"),
    (["fy"], "de it in"),
    (["ga"], "an na"),
    (["gd"], "an am a' na the"),
    (["gl"], "o a os as un unha"),
    (["gv"], "yn ny"),
    (["haw"], "ka ke he nā na"),
    (["hu"], "a az egy"),
    (["ia"], "le un"),
    (["io"], "la l'"),
    (["is"], "hinn hin hið"),
    (["it"], "il lo la l' i gli le un uno una un'"),
    (["lb"], "de den d' déi dat en eng"),
    (["mi"], "te ngā nga he"),
    (["mt"], "il- l- is- ix- in- ir- it- iz-"),
    (["nap"], "'o 'a 'e 'i nu na l'"),
    (["nds"], "de dat en een"),
    (["nl"], "de het een 't 'n"),
    (["no", "nb", "nn"], "den det de en ei et eit"),
    (["oc", "pro"], "lo la los las l' un una"),
    (["pt"], "o a os as um uma uns umas"),
    (["rm"], "il la l' ils las in ina"),
    (["ro"], "un o"),
    (["sc"], "su sa sos sas is unu una"),
    (["scn"], "lu la li l' u a i nu na un"),
    (["sm"], "le se"),
    (["sq"], "një"),
    (["sv"], "den det de en ett"),
    (["vls"], "de 't een"),
    (["wa"], "li les l' on ene"),
    (["yi"], "דער די דאָס דאס א אַן אן"),
  ]
}
