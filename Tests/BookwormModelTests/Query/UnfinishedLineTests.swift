// Tests search lines that are still being typed: what is read of them, and what is reported as
// open.
import BookwormStorage
import BookwormText
import TestSupport
import Testing

@testable import BookwormRecords

/// Lines with everything that a line can contain.
let finishedLines = [
  #"author:herbert genre:"Science Fiction" rating>=4 status:completed sort:-rating dune"#,
  #"title:"""x""" genre:a,"b c",d -genre:horror,poetry"#, "rating:1..2,none year:-750..1970",
  "year>=1960 year<1970 rating>2 rating<4.25", "created:2024-02-29 finished:none started<=today",
  "status:completed,in-progress is:favourite limit:50", "language:pt-BR pages:100..300",
  #"dune -vampire -"left hand" "left ha"* dun*"#, #"quote:"mind-killer" notes:lent"#,
  "isbn:0-441-17271-7", "978-0-441-17271-9", "identifier:doi:10.1000/182",
  "dune OR messiah rating:5 | is:favourite sort:-rating,title,favorite",
  "Dune: Messiah https://example.org/dune", "–genre:fantasy “left hand” rating≥4",
  #"status:"W trakcie",przeczytane edition>=2000 -review:none"#, #"6" pipes 東京 도서 12:30 <3"#,
]

@Suite struct UnfinishedLineTests {
  private func read(_ line: String) throws -> (query: Query, open: Failure?) {
    try read(Array(line.utf8))
  }

  private func read(_ line: [UInt8]) throws -> (query: Query, open: Failure?) {
    try SearchLine.read(bytes(line), mayBeOpen: true)
  }

  @Test(arguments: finishedLines) func everyBeginningOfAFinishedLineIsRead(line: String) throws {
    for count in 0...line.unicodeScalars.count {
      let beginning = String(String.UnicodeScalarView(line.unicodeScalars.prefix(count)))
      let (query, open) = try read(beginning)
      let fault = refusal(beginning)
      #expect(open?.message == fault?.message && open?.offset == fault?.offset, "\(beginning)")
      if fault == nil { #expect(try query == SearchLine.query(bytes(beginning)), "\(beginning)") }
    }
    #expect(try read(line).open == nil)
  }

  @Test(
    arguments: [
      ("genre:", 6, "a value is missing", ""), ("rating>", 7, "a value is missing", ""),
      ("dune genre:horror,", 18, "a value is missing", "dune genre:horror"),
      ("author: ", 7, "a value is missing", ""), ("a OR rating>=", 13, "a value is missing", "a"),
      (#"dune "left ha"#, 5, "not closed", #"dune "left ha"*"#),
      (#"author:"le g"#, 7, "not closed", #"author:"le g""#),
      (#"genre:horror,"Sci"#, 13, "not closed", "genre:horror,sci"),
      (#"dune ""#, 5, "not closed", "dune"), (#"title:""#, 6, "not closed", ""),
      (#"dune """#, 5, "nothing between", "dune"),
      (#"status:"in pr"#, 7, "not closed", ""),
      ("status:completed,in-pr", 17, "is not a status", "status:completed"),
      ("sort:-rating,ti", 13, "not a sort key", "sort:-rating"),
      ("dune created:2024-0", 13, "is not a date", "dune"),
      ("rating:4,no", 9, "one value", "rating:4"),
      ("year>=1960 year<19", 16, "is an empty range", "year>=1960"),
      ("-status:compl", 8, "is not a status", ""),
      ("limit:5 is:fav", 11, "favourite is expected", "limit:5"),
      ("dune rating >", 12, "leave them out", "dune rating"),
    ] as [(String, Int64, String, String)])
  func whatIsOpenIsLeftOutAndSaid(
    line: String, offset: Int64, message: String, same: String
  ) throws {
    let (query, open) = try read(line)
    #expect(open?.offset == offset && open?.message.contains(message) == true, "\(line)")
    #expect(open?.field == "line")
    #expect(try query == SearchLine.query(bytes(same)), "\(line)")
  }

  @Test func anOpenPhraseOfOneFieldIsABeginning() throws {
    let searches = try read(#"quote:"mind-ki"#).query.searches
    #expect(searches.map(\.fields) == [.quotes])
    #expect(try searches.first?.terms == phrase("\"mind-ki\"*"))
  }

  private func phrase(_ text: String) throws -> [SearchTerm]? {
    var query = try Query()
    try query.search(bytes(text), [], .all)
    return query.searches.first?.terms
  }

  @Test(arguments: [
    "autor:herbert dune", "rating>=9 ", "status:done dune", "author: herbert", "\"a\"b",
    "genre:,a", "rating>>3", "title:a\"b\"", "genre:a,,b", "is:fav limit:5",
  ])
  func whatIsWrongBeforeTheEndIsRefused(line: String) {
    let failure = failure { try self.read(line) }
    #expect(failure?.offset == refusal(line)?.offset && failure?.kind == .invalid, "\(line)")
  }

  @Test func aLineThatIsTooLongOrEndsWithinACharacterIsRefused() {
    let half = failure { try read(Array("dune é".utf8.dropLast())) }
    #expect(half?.kind == .text && half?.offset == 5)
    let long = String(repeating: "a", count: Rules.lineLimit + 1)
    #expect(failure { try read(long) }?.kind == .tooLarge)
    let many = String(repeating: "title:a ", count: 101)
    #expect(failure { try read(many) }?.kind == .tooLarge)
  }
}
