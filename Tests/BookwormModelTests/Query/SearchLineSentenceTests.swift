// Tests the errors of invalid search lines as a person sees them: the place, a suggestion, and a
// sentence in each language.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormFrontend
@testable import BookwormRecords

@Suite struct SearchLineSentenceTests {
  @Test(arguments: [
    // The line, the invalid bytes, and what is suggested in their place.
    ("autor:herbert", 0..<5, "author"), ("dune -autor:x", 5..<11, "-author"),
    ("titel:a", 0..<5, "title"), ("gatunek:a", 0..<7, "genre"), ("제목:a", 0..<6, "title"),
    ("übersetzer:a", 0..<11, "translator"), ("fin:2024", 0..<3, "finished"),
    ("ratnig:4", 0..<6, "rating"), ("status:complete", 7..<15, "completed"),
    ("status:on-shelf,gelesn", 16..<22, "completed"), ("sort:-raiting", 5..<13, "-rating"),
    ("sort:erscheinungsjahr", 5..<21, "year"), ("title>dune", 5..<6, ":"),
    ("is:read", 3..<7, "favourite"), ("favourite:ja", 10..<12, "yes"), ("cover:yes", 6..<9, "none"),
  ])
  func whatWasProbablyMeantIsSuggested(line: String, place: Range<Int>, word: String) throws {
    let failure = try #require(refusal(line))
    #expect(Int(failure.offset)..<Int(failure.offset) + Int(failure.length) == place, "\(line)")
    #expect(failure.suggestion == word, "\(line)")
    var bytes = Array(line.utf8)
    bytes.replaceSubrange(place, with: word.utf8)
    let better = String(decoding: bytes, as: UTF8.self)
    #expect(refusal(better) == nil, "\(better)")
  }

  @Test(arguments: [
    ("author:", 7..<7), ("title:\"a\"b", 9..<9), ("title:\"left", 6..<11), ("title:a\"b\"", 7..<8),
    ("rating:3 rating:4", 9..<17), ("rating >= 4", 7..<9), ("title:a,b", 8..<9),
    ("year:1970..1960", 5..<15), ("xyzzy:a", 0..<5), ("re:zero", 0..<2), ("sort:xyzzy", 5..<10),
    ("language:e*", 9..<11), ("(genre:a | b)", 0..<1), ("title:łódź rating:9", 21..<22),
    ("favourite:maybe", 10..<15), ("rating>>3", 7..<8), ("limit:many", 6..<10),
  ])
  func thePlaceIsTheInvalidPart(line: String, place: Range<Int>) throws {
    let failure = try #require(refusal(line))
    #expect(Int(failure.offset)..<Int(failure.offset) + Int(failure.length) == place, "\(line)")
    #expect(failure.suggestion.isEmpty, "\(line)")
  }

  private func sentences(_ line: String) throws -> [String?] {
    let failure = try #require(refusal(line))
    return Language.allCases.map {
      ErrorText.text(
        .invalid, failure.field, failure.reason, meaning: failure.suggestion, row: -1, $0)
    }
  }

  @Test func theSentenceIsInThePersonsLanguage() throws {
    #expect(
      try sentences("autor:herbert") == [
        "This is not a search key such as title, author or genre. Did you mean author?",
        "Das ist kein Suchschlüssel wie title, author oder genre. Meintest du author?",
        "To nie jest słowo kluczowe takie jak title, author albo genre. Czy chodziło o author?",
        "title, author, genre 같은 검색 키가 아닙니다. author을(를) 찾으셨나요?",
      ])
    #expect(try sentences("status:xyzzy")[1] == "Im Regal, angefangen, gelesen oder abgebrochen.")
    #expect(try sentences("\"left hand")[2] == "Cudzysłów nie jest zamknięty.")
  }

  @Test(arguments: FaultReason.allCases.filter { $0 != .field })
  func everyReasonHasASentenceOfItsOwnLanguage(reason: FaultReason) throws {
    let sentences = Language.allCases.compactMap {
      ErrorText.text(.invalid, "line", reason, row: -1, $0)
    }
    #expect(Set(sentences).count == Language.allCases.count, "\(sentences)")
    // A struct of C has room for 255 bytes, including the suggestion.
    #expect(sentences.allSatisfy { $0.utf8.count < 190 }, "\(sentences)")
  }

  @Test func anUnfinishedLineSaysTheSame() throws {
    let line = bytes("dune autor:x genre:")
    #expect(failure { try SearchLine.read(line, mayBeOpen: true) }?.suggestion == "author")
    let (_, open) = try SearchLine.read(bytes("dune status:gelesn"), mayBeOpen: true)
    #expect(open?.suggestion == "completed")
  }
}
