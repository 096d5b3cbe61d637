// Tests that every value comes back from the text that a form shows for it, in each language.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct TypedRoundTripTests {
  private func parse(
    _ field: BookFields, _ text: String, _ language: Language
  ) throws -> TypedValue {
    let field = try TypedField(.book, field.rawValue)
    return try Array(text.utf8).withUnsafeBufferPointer { try TypedText.parse(field, $0, language) }
  }

  private func text(
    _ field: BookFields, _ value: TypedValue, _ language: Language
  ) throws -> String {
    let field = try TypedField(.book, field.rawValue)
    return String(decoding: try TypedText.format(field, value, language), as: UTF8.self)
  }

  @Test func everyFieldIsTypedOrRefused() throws {
    for entity in Entity.allCases {
      for line in entity.fieldSet.table {
        guard let field = try? TypedField(entity, line.bit) else {
          #expect(line.kind == .uuid || line.kind.isList, "\(line.column)")
          continue
        }
        for text in ["", "x", "5", "2024-03-05", "5 EUR", "\"", "open", "★", ":", "(", "=;", "-"] {
          for language in Language.allCases {
            let value = try? Array(text.utf8).withUnsafeBufferPointer {
              try TypedText.parse(field, $0, language)
            }
            guard let value else { continue }
            let shown = try TypedText.format(field, value, language)
            let again = try shown.withUnsafeBufferPointer {
              try TypedText.parse(field, $0, language)
            }
            #expect(again == value, "\(line.column) \(text) \(language)")
          }
        }
      }
    }
  }

  @Test(arguments: Language.allCases)
  func everyValueComesBack(language: Language) throws {
    var dice = Dice(UInt64(language.rawValue) + 7)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
    func check(_ field: BookFields, _ value: TypedValue) throws {
      let shown = try text(field, value, language)
      #expect(try parse(field, shown, language) == value, "\(field.list): \(shown)")
    }
    func word() -> [UInt8] {
      let parts = [
        "a", "Ż", " ", ",", "\"", ";", ":", "(", ")", "=", "“", "isbn-13", "translator", "옮긴이", "-",
        "\t", "\n", "\u{7}",
      ]
      let text = (0..<(1 + below(6))).map { _ in parts[below(parts.count)] }.joined()
      return Array("\(text)w".utf8)
    }
    for _ in 0..<1000 {
      try check(.year, .integer(Int64(below(20000)) - 10000))
      try check(.pages, .integer(Int64(1 + below(Int(Int32.max) - 1))))
      try check(.seriesNumber, .real(Double(below(1 << 40)) / Double(1 << below(44))))
      try check(.exactRating, .real(Double(1 + below(20)) / 4))
      let date = CalendarDate.date(days: Int32(below(3_652_059)) - 719_162) ?? 0
      try check(.started, .integer(Int64(date)))
      let instants = Rules.instants
      let span = Int(instants.upperBound - instants.lowerBound)
      try check(.created, .integer(instants.lowerBound + Int64(below(span))))
      try check(.genreNames, .texts([word(), word()]))
      try check(.identifiers, .identifiers([(word(), word()), (word(), word())]))
      try check(
        .contributors,
        .contributors([TypedContributor(name: word(), sort: word(), role: word())]))
    }
    for number in ["9780441172719", "9780441172710", "0-441-17271-7", "dune"] {
      for scheme in ["isbn", "ISBN"] {
        try check(.identifiers, .identifiers([(Array(scheme.utf8), Array(number.utf8))]))
      }
    }
    for role in ["Übersetzerin", "Hrsg.", "foreword"] {
      let person = TypedContributor(name: [0x41], role: Array(role.utf8))
      try check(.contributors, .contributors([person]))
    }
    for status in BookStatus.allCases { try check(.status, .integer(Int64(status.rawValue))) }
    for rating in 0...5 { try check(.rating, .integer(Int64(rating))) }
    for flag in 0...1 { try check(.favourite, .integer(Int64(flag))) }
    for role in ContributorRole.allCases where role != .author {
      let person = TypedContributor(name: [0x41], role: Array(role.name.utf8))
      try check(.contributors, .contributors([person]))
    }
  }

  @Test(arguments: Language.allCases)
  func everyCurrencyAndLanguageComesBack(language: Language) throws {
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let codes = letters.flatMap { one in
      letters.flatMap { two in letters.map { [one, two, $0] } }
    }.filter { $0.withUnsafeBufferPointer(Currency.find) != nil }
    #expect(codes.count == 165)
    for code in codes {
      for amount: Int64 in [0, 5, 1299, 1_234_567, Int64.max] {
        let price = TypedValue.price(amount, code)
        let shown = try text(.priced, price, language)
        #expect(try parse(.priced, shown, language) == price, "\(shown)")
      }
    }
    let others = ["en-GB", "pt-BR", "es-419", "zh-Hant", "grc", "en-ZA", "tlh", "x-dune"]
    let known = letters.flatMap { one in letters.map { [one | 0x20, $0 | 0x20] } }.filter {
      $0.withUnsafeBufferPointer { LanguageNames.tag(of: $0) } != nil
    }
    #expect(known.count == 184)
    for tag in known + others.map({ Array($0.utf8) }) {
      let shown = try text(.language, .text(tag), language)
      #expect(try parse(.language, shown, language) == .text(tag), "\(shown)")
    }
  }

  @Test func aFormShowsTheLanguagesOwnForms() throws {
    func texts(_ field: BookFields, _ value: TypedValue) throws -> [String] {
      try Language.allCases.map { try text(field, value, $0) }
    }
    #expect(
      try texts(.started, .integer(20_240_305))
        == ["March 5, 2024", "5.3.2024", "5.03.2024", "2024. 3. 5."])
    #expect(try texts(.exactRating, .real(4.25)) == ["4.25", "4,25", "4,25", "4.25"])
    #expect(try texts(.seriesNumber, .real(2)) == ["2", "2", "2", "2"])
    #expect(
      try texts(.language, .text(Array("de".utf8)))
        == ["German", "Deutsch", "niemiecki", "독일어"])
    #expect(try texts(.favourite, .integer(1)) == ["Yes", "Ja", "Tak", "예"])
    #expect(try texts(.rating, .integer(0)) == ["", "", "", ""])
    #expect(
      try texts(.created, .integer(1_709_658_300_000))
        == [
          "March 5, 2024 17:05 UTC", "5.3.2024 17:05 UTC", "5.03.2024 17:05 UTC",
          "2024. 3. 5. 17:05 UTC",
        ])
    #expect(try texts(.status, .text(Array("read".utf8)))[1] == "Gelesen")
    #expect(throws: Failure.self) { try texts(.year, .real(4)) }
  }
}
