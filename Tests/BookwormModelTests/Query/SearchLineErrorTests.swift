// Tests invalid search lines: where the error is, and what is expected there.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords

/// The error of an invalid line; nil for a valid one.
func refusal(_ line: String) -> Failure? { failure { try SearchLine.query(bytes(line)) } }

@Suite struct SearchLineErrorTests {
  @Test(arguments: [
    // The line, the invalid byte, and a part of the message.
    ("autor:herbert", 0, "'autor' is not a key; did you mean author?"),
    ("dune re:zero", 5, "'re' is not a key"), ("제목:도서", 0, "'제목' is not a key"),
    ("author:", 7, "a value is missing"), ("author: herbert", 7, "a value is missing"),
    ("rating>=", 8, "a value is missing"), ("genre:a,", 8, "a value is missing"),
    ("genre:a,,b", 8, "a value is missing"), ("genre:,a", 6, "a value is missing"),
    ("\"unclosed", 0, "not closed"), ("title:\"left hand", 6, "not closed"),
    ("title:“left hand", 6, "not closed"), ("title:\"a\"\"", 6, "not closed"),
    ("title:\"\"", 6, "nothing between"), ("author:\" \"", 7, "nothing between"),
    ("title:a\"b\"", 7, "within a word"), ("author:le\"", 9, "within a word"),
    ("title:\"a\"b", 9, "a space or a comma"),
    ("rating>>3", 7, "begins with >"), ("rating=<3", 7, "begins with <"),
    ("rating:>=3", 7, "begins with >"), ("title::a", 6, "begins with :"),
    ("rating>=9", 8, "'9' is not a rating; write 1 to 5"), ("rating:6", 7, "is not a rating"),
    ("rating:three", 7, "'three' is not a rating"), ("rating:..", 7, "is not a rating"),
    ("rating:3...5", 7, "'.5' is not a rating"), ("rating>=3..5", 8, "is not a rating"),
    ("rating>5", 7, "no rating is above '5'"), ("rating<1", 7, "no rating is below '1'"),
    ("rating:5..3", 7, "is an empty range"), ("rating>=4 rating<=2", 18, "is an empty range"),
    ("rating:3 rating:4", 9, "already given"), ("rating>3 rating>2", 9, "already given"),
    ("rating:none rating:3", 12, "already given"), ("rating:3,none rating<5", 14, "already given"),
    ("rating:3,4", 9, "one value"), ("rating:none,3,4", 14, "one value"),
    ("rating:none,none", 12, "none is given twice"), ("year:nine", 5, "is not a year"),
    ("rating:0,none", 9, "none is given twice"), ("created:none", 8, "is not a date"),
    ("rating>none", 7, "only after : or ="), ("rating<none", 7, "only after : or ="),
    ("rating>=none", 8, "only after : or ="), ("rating<=NONE", 8, "only after : or ="),
    ("a rating >= 4", 9, "leave them out"), ("rating >=4", 7, "leave them out"),
    ("Year ≥ 4", 5, "leave them out"), ("status : completed", 7, "leave them out"),
    ("rating:≥4", 7, "'≥4' is not a rating"), ("author≥b", 6, "':' is expected"),
    ("status:done", 7, "'done' is not a status; use on-shelf"),
    ("status:completed status:on-shelf", 17, "already given"),
    ("status>completed", 6, "':' is expected"), ("genre>=a", 5, "':' is expected"),
    ("title>dune", 5, "contains the text"), ("author<b", 6, "':' is expected"),
    ("title:a,b", 8, "one value"), ("favourite:maybe", 10, "yes or no"),
    ("is:read", 3, "favourite is expected"), ("is:favourite favorite:no", 13, "already given"),
    ("year:1970..1960", 5, "is an empty range"), ("year:19x", 5, "'19x' is not a year"),
    ("year:2147483648", 5, "is not a year"), ("year:99999999999999999999", 5, "is not a year"),
    ("year:--5", 5, "is not a year"), ("year>2147483647", 5, "no year is above"),
    ("created:24", 8, "'24' is not a date; write 2024"), ("created:2024-2", 8, "is not a date"),
    ("created:2023-02-29", 8, "is not a date"), ("created:2024-13", 8, "is not a date"),
    ("created:0000", 8, "is not a date"), ("created:2024-01-01-01", 8, "is not a date"),
    ("started:2024-", 8, "is not a date"), ("finished:tomorrow", 9, "is not a date"),
    ("started>9999", 8, "no started is above"), ("created<0001", 8, "no created is below"),
    ("started:2024-05..2024-04", 8, "is an empty range"),
    ("sort:-", 5, "'-' is not a sort key; use title"), ("sort:isbn", 5, "is not a sort key"),
    ("sort:--title", 5, "is not a sort key"), ("sort:title,-title", 11, "sorted by title already"),
    ("sort:title sort:rating", 11, "already given"), ("sort>title", 4, "':' is expected"),
    ("limit:-1", 6, "not a number of books"), ("limit:many", 6, "not a number of books"),
    ("limit:9223372036854775808", 6, "not a number of books"), ("limit:3,4", 8, "one value"),
    ("limit:3 limit:4", 8, "already given"), ("-sort:title", 0, "sort is not a condition"),
    ("-limit:3", 0, "limit is not a condition"), ("-autor:x", 0, "'autor' is not a key"),
    ("identifier:doi", 11, "a scheme and a value"), ("isbn:a,b", 7, "one value"),
    ("isbn>5", 4, "':' is expected"), ("a OR rating:9", 12, "is not a rating"),
    ("\"a\"b", 3, "a space is expected"), ("\"a\"*b", 4, "a space is expected"),
    ("-\"a", 1, "not closed"), ("quote:a,b", 8, "one value"),
    ("language:e*", 9, "this is \"e*\", which is not a language tag"),
    ("isbn:\u{200b}", 5, "this must contain a visible character"),
    ("genre:a,\u{200b}", 8, "this must contain a visible character"),
    ("(dune OR emma) year:1965", 0, "does not group"),
    ("a ((b) genre:c | d)", 2, "does not group"), ("(genre:a | b)", 0, "does not group"),
    ("notes=a", 5, "contains the text"), ("review:", 7, "a value is missing"),
  ])
  func aLineThatIsWrongSaysWhereAndWhatIsExpected(line: String, offset: Int64, says: String) {
    let failure = refusal(line)
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "line")
    #expect(failure?.reason != .field, "\(line)")
    #expect(failure?.offset == offset, "\(line)")
    #expect(failure?.message.contains(says) == true, "\(failure?.message ?? "none")")
  }

  @Test func offsetsAreBytes() {
    #expect(refusal("title:łódź rating:9")?.offset == 21)
    #expect(refusal("title:東京\u{3000}rating:9")?.offset == 22)
  }

  @Test func aMessageFitsIntoAnErrorOfC() {
    let long = String(repeating: "長", count: 100)
    for line in ["\(long):x", "status:\(long)", "rating:\(long)", "sort:\(long)", "limit:\(long)"] {
      #expect((refusal(line)?.message.utf8.count ?? 256) < 256, "\(line)")
    }
  }

  @Test func aLineIsUTF8AndOfBoundedLength() throws {
    let invalid = failure { try SearchLine.query(bytes(Array("title:".utf8) + [0xFF])) }
    #expect(invalid?.kind == .text && invalid?.field == "line" && invalid?.offset == 6)
    let nul = failure { try SearchLine.query(bytes("title:a\0")) }
    #expect(nul?.kind == .text && nul?.offset == 7)
    let longest = "title:" + String(repeating: "x", count: Rules.lineLimit - 6)
    #expect(try SearchLine.query(bytes(longest)).contained.count == 1)
    #expect(refusal(longest + "x")?.kind == .tooLarge)
  }

  @Test func aLineOfTooManyConditionsIsRefusedWhereTheyAreTooMany() throws {
    let hundred = Array(repeating: "title:a", count: 100).joined(separator: " ")
    #expect(try SearchLine.query(bytes(hundred)).contained.count == 100)
    let failure = refusal(hundred + " -genre:b")
    #expect(failure?.kind == .tooLarge && failure?.field == "line" && failure?.offset == 800)
    let alternatives = String(repeating: "a OR ", count: 50)
    #expect(try SearchLine.query(bytes(alternatives)).alternatives[0].count == 50)
    for (line, offset) in [(alternatives + "a", 247), (alternatives + "b OR c", 247)] {
      let failure = refusal(line)
      #expect(failure?.kind == .tooLarge && failure?.reason == .tooMany)
      #expect(failure?.offset == Int64(offset) && failure?.length == 2)
    }
  }
}
