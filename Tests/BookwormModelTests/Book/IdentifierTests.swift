// Tests that identifiers are found in any spelling, and ISBNs by their digits.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct IdentifierTests {
  private func isbn(_ text: String) -> ISBN? { ISBN(bytes(text)) }

  @Test(arguments: [
    "9780441172719", "978-0-441-17271-9", "978 0 441 17271 9", "0441172717", "0-441-17271-7",
    "ISBN 978-0-441-17271-9", "ISBN-13 9780441172719", "ISBN-0441172717", "ISBN-13: 9780441172719",
    "isbn:0441172717",
    "978\u{2010}0\u{2013}441\u{a0}17271\u{202f}9",
  ])
  func everySpellingIsTheSameNumber(text: String) throws {
    let found = try #require(isbn(text))
    #expect(String(decoding: found.digits, as: UTF8.self) == "9780441172719")
    #expect(found.rightCheckDigit == nil && found.isSure)
  }

  @Test(arguments: [
    ("9780441172710", "9"), ("0441172710", "7"), ("080442957X", nil), ("0804429571", "X"),
  ])
  func aWrongCheckDigitIsNamed(text: String, right: String?) throws {
    let found = try #require(isbn(text))
    #expect(found.rightCheckDigit == right.map { Array($0.utf8)[0] })
    #expect(found.isSure == (right == nil || text.count == 13))
    let failure = failure { _ = try ISBN.parse(bytes(text)) }
    #expect(
      failure.map { $0.message.contains("would have to be \(right ?? "?")") } ?? (right == nil))
  }

  @Test(arguments: [
    "", "978", "97804411727190", "97804411X2719", "X441172717", "dune", "12-34", "-9780441172719",
    "9770441172710",
  ])
  func whatIsNoNumberIsNone(text: String) {
    #expect(isbn(text) == nil)
  }

  @Test(arguments: ["=\"9780441172719\"", " =\"0-441-17271-7\" ", "'9780441172719", " '0441172717"])
  func theFormsOfSpreadsheetsAreTyped(text: String) throws {
    #expect(String(decoding: try ISBN.parse(bytes(text)).digits, as: UTF8.self) == "9780441172719")
    let line = try SearchLine.query(bytes(text))
    #expect(line.identifiers.count == 1)
    // Only typed text is cleaned: a stored identifier with this text has no ISBN.
    #expect(isbn(text) == nil)
  }

  @Test(arguments: ["=9780441172719", "=\"9780441172719", "''9780441172719", "'", "=\"\"", "="])
  func otherFormsAreNot(text: String) {
    #expect(failure { _ = try ISBN.parse(bytes(text)) }?.kind == .invalid)
  }

  private func shelf() throws -> Store {
    let store = try memoryStore()
    let identifiers = [
      [("ISBN-13", "978-0-441-17271-9"), ("doi", "10.1000/AbC")], [("isbn", "0441172710")],
      [("isbn10", "0-8044-2957-X")], [("own", "9780441172719")], [("isbn", "9780306406150")],
    ]
    for (number, pairs) in identifiers.enumerated() {
      try store.create(
        SampleBook("Book \(number + 1)").with {
          $0.identifiers = pairs.map { SampleBook.Identifier($0.0, $0.1) }
        })
    }
    return store
  }

  @Test(arguments: [
    ("isbn", "0441172717", [1]), ("ISBN10", "ISBN 9780441172719", [1]),
    ("isbn", "0-441-17271-0", [2]), ("isbn_13", "9780804429573", [3]),
    ("DOI", "10.1000/abc", [1]), ("own", "9780441172719", [4]), ("doi", "10.1000", []),
  ])
  func aBookIsFoundByAnIdentifier(scheme: String, value: String, books: [Int64]) throws {
    var query = try Query()
    try query.filterIdentifier(bytes(scheme), bytes(value))
    #expect(try shelf().run(query).ids == books)
  }

  @Test(arguments: [
    ("0-441-17271-7", [1]), ("978 0 441 17271 9", [1]), ("isbn:0441172717", [1]),
    ("identifier:doi:10.1000/abc", [1]), ("book 9780441172719", [1]), ("isbn:none", []),
    ("-isbn:none", [1, 2, 3, 4, 5]), ("-9780441172719 title:book", [2, 3, 4, 5]),
    ("-0-441-17271-7", [2, 3, 4, 5]), ("–9780441172719", [2, 3, 4, 5]),
    ("-isbn:0441172717", [2, 3, 4, 5]), ("978-0-306-40615-0", [5]), ("9780306406150 book", [5]),
    ("isbn:080442957X OR identifier:own:9780441172719", [3, 4]),
  ])
  func theSearchLineFindsIt(line: String, books: [Int64]) throws {
    let store = try shelf()
    #expect(try store.run(try SearchLine.query(bytes(line))).ids.sorted() == books)
  }

  @Test func changingUndoingAndRebuildingKeepTheKeys() throws {
    let store = try shelf()
    try store.deleteBook(1)
    _ = try store.undo()
    try store.rebuild()
    #expect(try store.check().count == 0)
    var query = try Query()
    try query.filterIdentifier(bytes("isbn"), bytes("0441172717"))
    #expect(try store.run(query).ids == [1])
  }
}
