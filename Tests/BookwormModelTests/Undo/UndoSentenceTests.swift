// Tests the names of undo steps, and of errors, in each language.
import BookwormText
import Testing

@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoSentenceTests {
  private func sentence(
    _ change: UndoSummary.Change, _ entity: Entity, _ count: Int64, _ subject: String,
    _ language: Language
  ) -> String {
    let summary = UndoSummary(change: change, entity: entity, count: count)
    let info = UndoStepInfo(summary: summary, subject: subject)
    return UndoSentence.of(.counted(summary), info, language)
  }

  @Test(
    arguments: [
      (1, "książkę"), (2, "2 książki"), (5, "5 książek"), (12, "12 książek"), (21, "21 książek"),
      (22, "22 książki"), (112, "112 książek"),
    ] as [(Int64, String)])
  func polishHasAFormForTwoToFour(count: Int64, books: String) {
    #expect(sentence(.deleted, .book, count, "", .polish) == "Usuń \(books)")
  }

  @Test func everyEntityHasWordsInEveryLanguage() {
    for entity in Entity.allCases {
      for (count, subject) in [(1, ""), (1, "Dune"), (3, "")] as [(Int64, String)] {
        let all = Language.allCases.map { sentence(.added, entity, count, subject, $0) }
        #expect(Set(all).count == 4, "\(all)")
        #expect(all.allSatisfy { !$0.contains("%") && $0.contains("Dune") == !subject.isEmpty })
      }
    }
  }

  @Test func aTitleIsNotLookedInto() {
    #expect(sentence(.deleted, .book, 1, "50 % of $", .english) == "Delete “50 % of $”")
  }

  @Test func aTitleStandsOnOneLineAndTurnsNothing() {
    let title = "Left\r\n\u{202E}right\u{2029}\u{2066}עברית\u{2069}\u{200F}\tend\u{85}"
    #expect(sentence(.deleted, .book, 1, title, .english) == "Delete “Left right עברית end ”")
  }

  @Test func anErrorOfNoFieldHasNoLabel() {
    let sentence = ErrorText.sentence(.notFound, "", row: -1, .german)
    #expect(sentence == "Nicht gefunden.")
    #expect(ErrorText.sentence(.invalid, "global_id", row: -1, .german) == nil)
    #expect(ErrorText.sentence(.text, "title", row: .max, .korean) != nil)
    // The field "book" means a book without a price, except in a row of a document.
    #expect(ErrorText.sentence(.invalid, "book", row: 0, .german) == nil)
  }

  @Test func instantsAndDatesAreWrittenInISO8601() {
    #expect(CalendarDate.text(of: 101_02_03) == "0101-02-03")
    #expect(CalendarDate.text(ofInstant: -1) == "1969-12-31T23:59:59.999+00:00")
    #expect(CalendarDate.text(ofInstant: 1_709_226_300_250) == "2024-02-29T17:05:00.250+00:00")
    #expect(CalendarDate.text(ofInstant: .max) == nil)
    #expect(CalendarDate.text(ofInstant: .min) == nil)
  }

  @Test func aStatusIsTypedInAnyLanguage() {
    func typed(_ word: String) -> BookStatus? { BookStatus(typed: Array(word.utf8)) }
    for status in BookStatus.allCases {
      #expect(typed(status.name) == status)
      for language in Language.allCases {
        #expect(typed(status.name(language).description.uppercased()) == status)
      }
    }
    #expect(typed("gelesen") == .completed)
    #expect(typed("읽음") == .completed)
    for (word, status) in [
      ("to-read", BookStatus.onShelf), ("Want to read", .onShelf), ("want-to-read", .onShelf),
      ("currently-reading", .inProgress), ("Currently Reading", .inProgress), ("READ", .completed),
      ("did not finish", .didNotFinish), ("DNF", .didNotFinish), ("stopped-reading", .didNotFinish),
    ] {
      #expect(typed(word) == status, "\(word)")
    }
    #expect(typed("done") == nil)
    #expect(typed("") == nil)
  }
}
