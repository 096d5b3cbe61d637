// Tests that typed texts become values, and that values become the texts that a form shows.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormFrontend
@testable import BookwormRecords

@Suite struct TypedTextTests {
  private func parse(
    _ field: BookFields, _ text: String, _ language: Language = .english
  ) throws -> TypedValue {
    try parse(.book, field.rawValue, text, language)
  }

  private func parse(
    _ entity: Entity, _ bit: UInt64, _ text: String, _ language: Language = .english
  ) throws -> TypedValue {
    let field = try TypedField(entity, bit)
    return try Array(text.utf8).withUnsafeBufferPointer { try TypedText.parse(field, $0, language) }
  }

  /// The sentence for a text that is refused.
  private func fault(
    _ field: BookFields, _ text: String, _ language: Language = .english
  ) -> String? {
    do {
      let value = try parse(field, text, language)
      Issue.record("\(text) is \(value)")
    } catch let failure as Failure {
      let cause: ErrorText.Cause = failure.kind == .text ? .text : .invalid
      return ErrorText.sentence(cause, failure.field, failure.reason, row: -1, language)
    } catch { Issue.record("\(error)") }
    return nil
  }

  // MARK: Numbers

  @Test(arguments: [
    ("1965", Language.english, 1965), (" −8 ", .german, -8), ("1,965", .english, 1965),
    ("1.965", .german, 1965), ("1 965", .polish, 1965), ("1\u{A0}965", .english, 1965),
    ("4.0", .german, 4), ("１９６５", .korean, 1965), ("+12", .english, 12),
  ])
  func aYearIsAWholeNumber(text: String, language: Language, year: Int64) throws {
    #expect(try parse(.year, text, language) == .integer(year))
  }

  @Test(arguments: ["12x", "1.5", "1,2,3", "--4", "1e3", "0x10", "nineteen", "99999999999", "½"])
  func anotherTextIsNoYear(text: String) {
    #expect(fault(.year, text) == "Year of publication: A year such as 1965 or -8.")
    #expect(fault(.year, text, .german) == "Erscheinungsjahr: Ein Jahr wie 1965 oder -8.")
  }

  @Test(arguments: [
    ("1.5", Language.english, 1.5), ("1,5", .english, 1.5), ("1,5", .german, 1.5),
    ("1.5", .german, 1.5), ("1.500", .german, 1500), ("1,500", .english, 1500),
    ("0,125", .english, 0.125), ("1.234,5", .english, 1234.5), ("#2", .polish, 2),
    ("1.234.567", .english, 1_234_567), ("1e20", .english, 1e20), (".5", .english, 0.5),
  ])
  func aNumberInASeriesMayHaveAFraction(text: String, language: Language, number: Double) throws {
    #expect(try parse(.seriesNumber, text, language) == .real(number))
  }

  @Test func rulesOfTheFieldAreChecked() throws {
    #expect(fault(.pages, "0") == "Pages: A whole number above 0.")
    #expect(fault(.id, "x") == "Number: A number such as 50.")
    #expect(fault(.seriesNumber, "-1") == "Number in the series: A number that is 0 or more.")
    #expect(fault(.rating, "6") == "Rating: 1 to 5 stars, or none.")
    #expect(fault(.exactRating, "4.1")?.hasPrefix("Exact rating: Quarters of a star") == true)
    #expect(fault(.title, " \t ") == "Title: Please enter something.")
    #expect(throws: Failure.self) {
      try parse(.reading, ReadingFields.percent.rawValue, "101 %")
    }
    #expect(throws: Failure.self) { try parse(.shelf, ShelfFields.line.rawValue, "rating>") }
    #expect(try parse(.shelf, ShelfFields.line.rawValue, " ") == .text([]))
  }

  // MARK: Ratings, flags, statuses

  @Test(arguments: [
    ("4", 4.0), ("4,25", 4.25), ("4.25", 4.25), ("★★★½", 3.5), ("★★★☆☆", 3), ("3½", 3.5),
    ("4/5", 4), ("4.5 stars", 4.5), ("4,5 Sterne", 4.5), ("2 gwiazdki", 2), ("별 3개", 3),
    ("½☆☆☆☆", 0.5), ("¾", 0.75),
  ])
  func aRatingIsANumberOrStars(text: String, rating: Double) throws {
    for language in Language.allCases {
      #expect(try parse(.exactRating, text, language) == .real(rating))
      if rating.rounded() == rating {
        #expect(try parse(.rating, text, language) == .integer(Int64(rating)))
      }
    }
  }

  @Test func noRatingIsAbsent() throws {
    for text in ["", "0", "Not rated", "bez oceny", "☆☆☆☆☆", "None", "keine", "brak"] {
      #expect(try parse(.exactRating, text) == .absent)
      #expect(try parse(.rating, text) == .integer(0))
    }
    #expect(fault(.rating, "★★★½") == "Rating: 1 to 5 stars, or none.")
    #expect(fault(.rating, "good", .polish) == "Ocena: Od 1 do 5 gwiazdek albo brak.")
  }

  @Test func wordsOfEveryLanguageAreKnown() throws {
    for yes in ["yes", "JA", "tak", "예", "1"] {
      #expect(try parse(.favourite, yes) == .integer(1))
    }
    for no in ["No", "nein", "nie", "아니요", "0", ""] {
      #expect(try parse(.favourite, no) == .integer(0))
    }
    #expect(try parse(.status, "Gelesen") == .integer(2))
    #expect(try parse(.status, "reading") == .integer(1))
    #expect(try parse(.reading, ReadingFields.outcome.rawValue, "offen") == .integer(1))
    #expect(try parse(.reading, ReadingFields.outcome.rawValue, "abandoned") == .integer(3))
    #expect(fault(.favourite, "maybe", .german) == "Favorit: Ja oder nein.")
    #expect(fault(.status, "lost")?.hasPrefix("Status: On shelf, in progress") == true)
  }

  // MARK: Days

  @Test(arguments: [
    "2024-03-05", "20240305", "March 5, 2024", "5 March 2024", "Mar 5 2024", "5th of March 2024",
    "5.3.2024", "05.03.2024", "5. März 2024", "5 marca 2024", "5 mar. 2024", "2024년 3월 5일",
    "2024. 3. 5.", "2024/3/5", "2024 March 5", "5 MÄRZ 2024",
  ])
  func aDayIsReadInEveryForm(text: String) throws {
    for language in Language.allCases {
      #expect(try parse(.started, text, language) == .integer(20_240_305))
    }
  }

  @Test func theLanguageDecidesWhichNumberIsTheDay() throws {
    #expect(try parse(.started, "3/5/2024", .german) == .integer(20_240_503))
    #expect(try parse(.started, "3-5-2024", .polish) == .integer(20_240_503))
    #expect(try parse(.started, "25/3/2024") == .integer(20_240_325))
    #expect(try parse(.started, "3/25/2024") == .integer(20_240_325))
    #expect(try parse(.started, "4/4/2024", .korean) == .integer(20_240_404))
    #expect(
      fault(.started, "3/5/2024")
        == "Started: This may be two days; write March 5, 2024 or 2024-03-05.")
  }

  @Test func aYearOfTwoDigitsIsNear() throws {
    for language in [Language.english, .german, .polish] {
      #expect(try parse(.started, "5.3.24", language) == .integer(20_240_305))
      #expect(try parse(.started, "05.03.68", language) == .integer(20_680_305))
      #expect(try parse(.started, "5.3.69", language) == .integer(19_690_305))
    }
    #expect(try parse(.started, "25/3/99") == .integer(19_990_325))
    #expect(try parse(.started, "3/25/00") == .integer(20_000_325))
    #expect(try parse(.started, "3/5/24", .polish) == .integer(20_240_503))
    #expect(try parse(.started, "24. 3. 5.", .korean) == .integer(20_240_305))
    #expect(try parse(.started, "99.12.31", .korean) == .integer(19_991_231))
    #expect(fault(.started, "3/5/24")?.contains("two days") == true)
    #expect(fault(.started, "30.2.24", .german) == "Begonnen: Dieses Datum gibt es nicht.")
  }

  @Test(arguments: [
    "30.2.2024", "2023-02-29", "31 April 2024", "0.1.2024", "2024-13-01", "1/32/2024",
  ])
  func aDayThatDoesNotExistIsRefused(text: String) {
    #expect(fault(.finished, text, .german) == "Beendet: Dieses Datum gibt es nicht.")
  }

  @Test(arguments: [
    "2024", "March 2024", "2024-03", "24-3-5", "5 March 24", "5.3.4", "soon", "1.2.3.4", "5..2024",
    "5 Mayo 2024",
  ])
  func aPartOfADayIsRefused(text: String) {
    #expect(
      fault(.finished, text)
        == "Finished: A day is written as March 5, 2024 or 2024-03-05.")
  }

  @Test func todayIsADay() throws {
    for (word, language) in zip(["today", "heute", "dzisiaj", "오늘"], Language.allCases) {
      let before = CalendarDate.today()
      let parsed = try parse(.started, word, language)
      #expect([before, CalendarDate.today()].map { .integer(Int64($0)) }.contains(parsed))
    }
  }

  @Test(arguments: [
    ("2024-03-05T17:05:00.250Z", 1_709_658_300_250 as Int64),
    ("2024-03-05T17:05:00.25+00:00", 1_709_658_300_250), ("5.3.2024", 1_709_596_800_000),
    ("March 5, 2024 17:05 UTC", 1_709_658_300_000), ("5.3.2024, 19:05 +02:00", 1_709_658_300_000),
  ])
  func anInstantIsADayWithATime(text: String, instant: Int64) throws {
    #expect(try parse(.created, text) == .integer(instant))
  }

  @Test func anImpossibleTimeIsRefused() {
    for text in ["2024-03-05 25:00", "2024-03-05 1:2:3:4", "2024-03-05 10:00 XYZ", "10:00", ":"] {
      #expect(fault(.created, text)?.hasPrefix("Added: A day is written") == true)
    }
  }

  // MARK: Prices

  @Test(arguments: [
    ("12.99 EUR", Language.english, 1299, "EUR"), ("€12.99", .english, 1299, "EUR"),
    ("12,99 €", .german, 1299, "EUR"), ("12.99 €", .german, 1299, "EUR"),
    ("1.299 €", .german, 129_900, "EUR"), ("eur 12", .polish, 1200, "EUR"),
    ("12,99 zł", .polish, 1299, "PLN"), ("12,99 zl", .german, 1299, "PLN"),
    ("₩15,000", .korean, 15000, "KRW"), ("$5", .korean, 500, "USD"), ("¥900", .german, 900, "JPY"),
  ])
  func aPriceHasACurrency(text: String, language: Language, amount: Int64, code: String) throws {
    #expect(try parse(.priced, text, language) == .price(amount, Array(code.utf8)))
    #expect(try parse(.price, text, language) == .price(amount, Array(code.utf8)))
  }

  @Test func aCurrencyHasNamesInEveryLanguage() throws {
    for (code, words) in [
      ("EUR", ["Euro", "euros", "유로"]), ("USD", ["dollars", "US-Dollar", "dolarów", "달러"]),
      ("GBP", ["pounds", "Pfund", "funtów", "파운드"]),
      ("PLN", ["zlotys", "Złoty", "złotych", "즈워티"]),
      ("KRW", ["won", "wonów", "원"]), ("CHF", ["Swiss francs", "Franken", "Fr.", "franków", "프랑"]),
      ("JPY", ["yen", "jenów", "엔"]),
    ] {
      for word in words {
        let price = TypedValue.price(["KRW", "JPY"].contains(code) ? 12 : 1200, Array(code.utf8))
        for language in Language.allCases {
          #expect(try parse(.priced, "12 \(word)", language) == price, "\(word)")
        }
      }
    }
    #expect(try parse(.priced, "12,99 Euro", .german) == .price(1299, Array("EUR".utf8)))
    #expect(try parse(.priced, "15,000원", .korean) == .price(15000, Array("KRW".utf8)))
  }

  @Test func aPriceWithoutOneIsRefused() {
    let rule = ": A price is an amount of 0 or more and a currency such as EUR."
    for text in ["12.99", "EUR", "12 ABC", "EUR 12 EUR", "twelve EUR", "-5 EUR"] {
      #expect(fault(.priced, text)?.hasSuffix(rule) == true)
    }
    #expect(
      fault(.priced, "1.299 EUR")
        == "Price: This currency has fewer digits after the decimal point.")
  }

  // MARK: Languages

  @Test(arguments: [
    ("English", "en"), ("eng", "en"), ("en", "en"), ("Englisch", "en"), ("angielski", "en"),
    ("영어", "en"), ("ger", "de"), ("deu", "de"), ("deutsch", "de"), ("eng-US", "en-US"),
    ("en_us", "en-US"), ("pt-br", "pt-BR"), ("grc", "grc"), ("Français", "fr"),
    ("British English", "en-GB"), ("tlh", "tlh"),
  ])
  func aLanguageHasOneTag(text: String, tag: String) throws {
    #expect(try parse(.language, text) == .text(Array(tag.utf8)))
  }

  @Test func anUnknownLanguageIsRefused() {
    for text in ["Engish", "e", "en-", "x y"] {
      #expect(fault(.language, text) == "Language: A language such as English, en or pt-BR.")
    }
  }

  // MARK: Lists

  @Test func genresAreSeparatedByCommas() throws {
    func names(_ text: String) throws -> [String] {
      guard case .texts(let names) = try parse(.genreNames, text) else { return [] }
      return names.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try names("Horror, Science Fiction ,,") == ["Horror", "Science Fiction"])
    #expect(try names("\"Rock, Pop\", „Jazz“") == ["Rock, Pop", "Jazz"])
    #expect(try names("Horror\r\nKids") == ["Horror", "Kids"])
    #expect(try names("\"a \"\"b\"\"\", 12\" Singles") == ["a \"b\"", "12\" Singles"])
    #expect(try names(" ") == [])
    #expect(fault(.genreNames, "Horror, \"Kids") == "Genres: A quotation mark is not closed.")
  }

  @Test func anIdentifierHasASchemeOrIsAnISBN() throws {
    func pairs(_ text: String) throws -> [String] {
      guard case .identifiers(let pairs) = try parse(.identifiers, text) else { return [] }
      return pairs.map { String(decoding: $0.scheme + [0x7C] + $0.value, as: UTF8.self) }
    }
    #expect(
      try pairs("0-441-17271-7, doi:10.1000/182, ISBN-13: 978-0-441-17271-9")
        == ["isbn|9780441172719", "doi|10.1000/182", "isbn|9780441172719"])
    #expect(try pairs("url:\"https://a.b/c,d\"") == ["url|https://a.b/c,d"])
    #expect(try pairs("isbn:0-441-17271-7") == ["isbn|0-441-17271-7"])
    #expect(
      fault(.identifiers, "9780441172710")
        == "Identifiers: This is not an ISBN, or a digit is mistyped.")
    #expect(fault(.identifiers, "doi:") == "Identifiers: Please enter something.")
    for text in ["isbn:978-0-441-17271-0", "ISBN: 0441172710", "isbn:dune"] {
      #expect(
        fault(.identifiers, text, .german)
          == "Kennungen: Das ist keine ISBN, oder eine Ziffer ist falsch.")
    }
    // A quoted number is not checked, because some books have a misprinted one.
    #expect(try pairs("isbn:\"9780441172710\"") == ["isbn|9780441172710"])
  }

  @Test(arguments: [BookFields.cover, .picture, .snippet])
  func whatTheLibrarySetsCannotBeTyped(field: BookFields) {
    let failure = failure { _ = try parse(field, "a.png") }
    #expect(failure?.kind == .argument && failure?.field == "field")
    #expect(failure?.message.contains("which the library sets") == true)
  }

  @Test func peopleHaveRoles() throws {
    let text = "Frank Herbert = Herbert, Frank; Jan Nowak (Tłumacz); \"A; B\" (chef)"
    #expect(
      try parse(.contributors, text)
        == .contributors([
          TypedContributor(name: Array("Frank Herbert".utf8), sort: Array("Herbert, Frank".utf8)),
          TypedContributor(name: Array("Jan Nowak".utf8), role: Array("translator".utf8)),
          TypedContributor(name: Array("A; B".utf8), role: Array("chef".utf8)),
        ]))
    #expect(fault(.contributors, "(editor)") == "Contributors: Each person needs a name.")
  }

  @Test func aRoleHasOtherNames() throws {
    for (role, words) in [
      ("author", ["authors", "Autorin", "Autorinnen", "autorka", "저자"]),
      ("editor", ["editors", "eds.", "Herausgeberin", "Hrsg.", "redaktorka", "red.", "엮은이"]),
      ("translator", ["translated by", "Übersetzerin", "tłumaczka", "przekład", "번역"]),
      ("illustrator", ["illustrators", "Illustratorin", "ilustratorka", "그림"]),
      ("narrator", ["read by", "Sprecherin", "lektorka", "낭독"]),
      ("introduction", ["introduction by", "Einführung", "wprowadzenie"]),
    ] {
      for word in words {
        let person = TypedContributor(name: Array("Ann".utf8), role: Array(role.utf8))
        #expect(try parse(.contributors, "Ann (\(word))") == .contributors([person]), "\(word)")
      }
    }
  }

  // MARK: Texts

  @Test func textsKeepWhatIsTyped() throws {
    #expect(try parse(.title, "  Dune\u{A0}") == .text(Array("Dune".utf8)))
    #expect(try parse(.notes, " a\r\n\tb\rc ") == .text(Array(" a\n\tb\nc ".utf8)))
    #expect(try parse(.notes, " \n") == .absent)
    // A typed title may have any characters that a book may be created with.
    for text in ["a\tb", "a\nb", "a\u{7}b", "x\u{85}x", "a\u{7F}"] {
      #expect(try parse(.title, text) == .text(Array(text.utf8)))
      #expect(try parse(.genreNames, "\"\(text)\"") == .texts([Array(text.utf8)]))
    }
  }

  @Test func textsThatCannotBeTypedAreRefused() {
    #expect(fault(.title, "a\0b") == "Title: Contains characters that cannot be stored.")
    #expect(
      fault(.year, "19\u{0}65")
        == "Year of publication: Contains characters that cannot be stored.")
    let long = String(repeating: "9", count: Rules.nameLimit + 1)
    for field: BookFields in [.year, .started, .priced, .language, .exactRating, .title] {
      do {
        _ = try parse(field, long)
        Issue.record("\(field) was read")
      } catch { #expect((error as? Failure)?.kind == .tooLarge) }
    }
  }
}
