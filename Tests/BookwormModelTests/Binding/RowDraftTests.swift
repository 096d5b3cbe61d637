// Tests the form drafts of genres, quotes, readings and shelves, and that a draft writes only what
// differs from the row that it was opened from.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct RowDraftTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create(SampleBook("Dune").with { $0.rating = 3 })
  }

  private func type(
    _ text: String, into field: some FieldSet, of draft: any FormDraft,
    _ language: Language = .english
  ) throws {
    try draft.set(field.rawValue, typed: bytes(text), language)
  }

  private func faults(_ draft: any FormDraft) throws -> [UInt64: Failure.Kind] {
    let faults = try draft.faults(in: store)
    return (0..<faults.count).reduce(into: [:]) { kinds, row in
      kinds[faults.fault(row).field] = faults.fault(row).kind
    }
  }

  private func shown(
    _ field: some FieldSet, of draft: any FormDraft, _ language: Language = .english
  ) throws -> String {
    let typed = try TypedField(try draft.entity(of: field.rawValue), field.rawValue)
    let text = try TypedText.format(try draft.get(), 0, typed, language)
    return String(decoding: text, as: UTF8.self)
  }

  private func text(_ rows: RowSet, _ field: some FieldSet) throws -> String? {
    let column = try #require(rows.layout.columns.first { $0.bit == field.rawValue })
    return rows.isPresent(column, 0) ? String(decoding: rows.text(column, 0), as: UTF8.self) : nil
  }

  @Test func aNewQuoteMayBeEmptyUntilItIsSaved() throws {
    let draft = try Entity.quote.newDraft(ofBook: book)
    #expect(try faults(draft) == [QuoteFields.text.rawValue: .invalid])
    #expect(failure { try draft.save(to: store) }?.field == "text")
    try draft.set(QuoteFields.text.rawValue, .text(Array(" ".utf8)))
    #expect(try faults(draft) == [QuoteFields.text.rawValue: .invalid])
    try type("Fear is the mind-killer.", into: QuoteFields.text, of: draft)
    try type("12", into: QuoteFields.page, of: draft)
    #expect(try faults(draft).isEmpty)
    #expect(try store.countQuotes(ofBook: book) == 0)
    let quote = try draft.save(to: store)
    #expect(try text(store.quote(quote), QuoteFields.page) == "12")
    try type("", into: QuoteFields.page, of: draft)
    #expect(try draft.save(to: store) == quote)
    #expect(try text(store.quote(quote), QuoteFields.page) == nil)
    #expect(try store.countQuotes(ofBook: book) == 1)
  }

  @Test func editsOfDifferentFieldsBothStay() throws {
    let quote = try store.quote("Fear", page: "12", of: book)
    let (mine, yours) = (
      try Entity.quote.draft(of: quote, in: store), try Entity.quote.draft(of: quote, in: store)
    )
    try type("xiv", into: QuoteFields.page, of: mine)
    try type("Fear is the mind-killer.", into: QuoteFields.text, of: yours)
    // The same value again is not a change.
    try type("12", into: QuoteFields.page, of: yours)
    _ = try mine.save(to: store)
    _ = try yours.save(to: store)
    #expect(try text(store.quote(quote), QuoteFields.page) == "xiv")
    #expect(try text(store.quote(quote), QuoteFields.text) == "Fear is the mind-killer.")
    #expect(try shown(QuoteFields.page, of: yours) == "12")
  }

  @Test func theSameValueAgainChangesNothingInABook() throws {
    let draft = try Entity.book.draft(of: book, in: store)
    try type("3", into: BookFields.rating, of: draft)
    try type("Fantasy", into: BookFields.genreNames, of: draft)
    try type("", into: BookFields.genreNames, of: draft)
    try type("Herbert", into: BookFields.author, of: draft)
    try store.setRating(book, 5)
    let genre = try store.createGenre(bytes("Horror"), colour: nil)
    _ = try store.addGenre(genre, toBook: book)
    _ = try draft.save(to: store)
    let saved = try store.book(book, [.rating, .genres, .author])
    #expect(saved.books[0].rating == 5)
    #expect(saved.books[0].genres == [genre])
    #expect(try text(saved, BookFields.author) == "Herbert")
  }

  @Test func aTypedGenreMayHaveItsNameInAnotherLanguage() throws {
    let mystery = try store.createGenre(bytes("Mystery"), colour: nil)
    let draft = try Entity.book.draft(of: book, in: store)
    try type("Krimi, Krimikomödie", into: BookFields.genreNames, of: draft)
    _ = try draft.save(to: store)
    let genres = try store.book(book, .genres).books[0].genres
    #expect(genres.first == mystery)
    #expect(genres.count == 2)
    let other = try Entity.book.newDraft(ofBook: 0)
    try type("Emma", into: BookFields.title, of: other)
    try type("Austen", into: BookFields.author, of: other)
    try type("Krimi", into: BookFields.genreNames, of: other)
    #expect(try store.book(other.save(to: store), .genres).books[0].genres == [mystery])
    // A genre with exactly this name takes precedence.
    let own = try store.createGenre(bytes("Krimi"), colour: nil)
    try type("Romance", into: BookFields.genreNames, of: other)
    _ = try other.save(to: store)
    try type("Krimi", into: BookFields.genreNames, of: other)
    #expect(try store.book(other.save(to: store), .genres).books[0].genres == [own])
  }

  @Test func genresInTheirPresentOrderAreNoChange() throws {
    let (horror, kids) = (
      try store.createGenre(bytes("Horror"), colour: nil),
      try store.createGenre(bytes("Kids"), colour: nil)
    )
    _ = try store.addGenre(horror, toBook: book)
    let draft = try Entity.book.draft(of: book, in: store)
    try type("Horror", into: BookFields.genreNames, of: draft)
    _ = try store.addGenre(kids, toBook: book)
    _ = try draft.save(to: store)
    #expect(try store.book(book, .genres).books[0].genres == [horror, kids])
    try type("Kids", into: BookFields.genreNames, of: draft)
    _ = try draft.save(to: store)
    #expect(try store.book(book, .genres).books[0].genres == [kids])
  }

  @Test func aGenreIsSavedInOneStep() throws {
    let draft = try Entity.genre.newDraft(ofBook: 0)
    try draft.setDefaults()
    #expect(try shown(GenreFields.colour, of: draft) == "#FF0000")
    try type("Horror", into: GenreFields.name, of: draft)
    let genre = try draft.save(to: store)
    try type("Terror", into: GenreFields.name, of: draft)
    try type("ff8000", into: GenreFields.colour, of: draft)
    #expect(try draft.get().integers(bit: GenreFields.rgb.rawValue) == [0xFF8000])
    _ = try draft.save(to: store)
    #expect(try text(store.genre(genre), GenreFields.name) == "Terror")
    #expect(try text(store.genre(genre), GenreFields.colour) == "#FF8000")
    _ = try store.undo()
    #expect(try text(store.genre(genre), GenreFields.name) == "Horror")
    #expect(try text(store.genre(genre), GenreFields.colour) == "#FF0000")
  }

  @Test func aNameThatIsTakenIsAFault() throws {
    _ = try store.createGenre(bytes("Horror"), colour: nil)
    let kids = try store.createGenre(bytes("Kids"), colour: nil)
    for draft in [
      try Entity.genre.newDraft(ofBook: 0), try Entity.genre.draft(of: kids, in: store),
    ] {
      try type("HORROR", into: GenreFields.name, of: draft)
      #expect(try faults(draft) == [GenreFields.name.rawValue: .exists])
      #expect(failure { try draft.save(to: store) }?.kind == .exists)
    }
    let same = try Entity.genre.draft(of: kids, in: store)
    try type("KIDS", into: GenreFields.name, of: same)
    #expect(try faults(same).isEmpty)
    _ = try same.save(to: store)
    #expect(try text(store.genre(kids), GenreFields.name) == "KIDS")
  }

  @Test func aShelfsLineIsCheckedWithItsPlace() throws {
    let draft = try Entity.shelf.newDraft(ofBook: 0)
    try type("Best", into: ShelfFields.name, of: draft)
    try draft.set(ShelfFields.line.rawValue, .text(Array("dune autor:x".utf8)))
    let faults = try draft.faults(in: store)
    let fault = faults.fault(0)
    #expect(faults.count == 1 && fault.field == ShelfFields.line.rawValue)
    #expect((fault.offset, fault.length, fault.reason) == (5, 5, FaultReason.key.rawValue))
    #expect(fault.suggestion.map { String(decoding: $0, as: UTF8.self) } == "author")
    try type("dune author:x", into: ShelfFields.line, of: draft)
    let shelf = try draft.save(to: store)
    #expect(try text(store.shelf(shelf), ShelfFields.line) == "dune author:x")
    let again = try Entity.shelf.draft(of: shelf, in: store)
    try type("emma", into: ShelfFields.line, of: again)
    try store.renameShelf(shelf, bytes("Good"))
    _ = try again.save(to: store)
    #expect(try text(store.shelf(shelf), ShelfFields.name) == "Good")
    #expect(try text(store.shelf(shelf), ShelfFields.line) == "emma")
  }

  @Test func aReadingIsTypedInThePersonsLanguage() throws {
    let draft = try Entity.reading.newDraft(ofBook: book)
    try draft.setDefaults()
    try type("1.3.2024", into: ReadingFields.started, of: draft, .german)
    try type("5 marca 2024", into: ReadingFields.finished, of: draft, .polish)
    try type("12,5 %", into: ReadingFields.percent, of: draft, .german)
    try type("120", into: ReadingFields.page, of: draft)
    #expect(try shown(ReadingFields.percent, of: draft) == "")
    #expect(try shown(ReadingFields.finished, of: draft, .german) == "5.3.2024")
    try type("open", into: ReadingFields.outcome, of: draft)
    #expect(try faults(draft) == [ReadingFields.finished.rawValue: .invalid])
    try type("gelesen", into: ReadingFields.outcome, of: draft, .german)
    let reading = try draft.save(to: store)
    #expect(try store.read(book).status == BookStatus.completed.rawValue)
    let again = try Entity.reading.draft(of: reading, in: store)
    try type("50 %", into: ReadingFields.percent, of: again)
    _ = try again.save(to: store)
    let saved = try store.reading(reading)
    let page = try #require(
      saved.layout.columns.first { $0.bit == ReadingFields.page.rawValue })
    #expect(!saved.isPresent(page, 0))
    try again.clear(ReadingFields.outcome.rawValue)
    #expect(try faults(again) == [ReadingFields.outcome.rawValue: .invalid])
    #expect(failure { try again.save(to: store) }?.field == "outcome")
  }

  @Test func defaultsFillWhatHasNoValue() throws {
    let draft = try Entity.book.newDraft(ofBook: 0)
    try type("5", into: BookFields.rating, of: draft)
    try draft.setDefaults()
    #expect(try shown(BookFields.rating, of: draft) == "5")
    #expect(try shown(BookFields.genreNames, of: draft) == "Fantasy")
    let reading = try Entity.reading.newDraft(ofBook: book)
    try reading.setDefaults()
    #expect(
      try reading.get().integers(bit: ReadingFields.started.rawValue)
        == [Int64(CalendarDate.today())])
    let stored = try Entity.book.draft(of: book, in: store)
    #expect(failure { try stored.setDefaults() }?.field == "binding")
  }

  @Test func aRowThatIsGoneIsNotFound() throws {
    let quote = try store.quote("Fear", of: book)
    let draft = try Entity.quote.draft(of: quote, in: store)
    let new = try Entity.quote.newDraft(ofBook: book)
    try type("New", into: QuoteFields.text, of: new)
    try store.deleteQuote(quote)
    #expect(failure { try draft.faults(in: store) }?.kind == .notFound)
    #expect(failure { try draft.save(to: store) }?.kind == .notFound)
    try store.deleteBook(book)
    #expect(failure { try new.faults(in: store) }?.kind == .notFound)
    #expect(failure { try new.save(to: store) }?.kind == .notFound)
    #expect(failure { try Entity.quote.draft(of: quote, in: store) }?.kind == .notFound)
  }

  @Test func whatNoRowCanHaveIsRefusedAtOnce() throws {
    let draft = try Entity.reading.newDraft(ofBook: book)
    for (field, value) in [
      (ReadingFields.page, TypedValue.text([0x31])), (.note, .integer(1)), (.started, .real(1)),
    ] {
      #expect(failure { try draft.set(field.rawValue, value) }?.kind == .argument)
    }
    let page = ReadingFields.page.rawValue
    #expect(failure { try draft.set(page, .integer(1 << 40)) }?.kind == .invalid)
    #expect(failure { try draft.set(ReadingFields.book.rawValue, .integer(1)) }?.kind == .argument)
    #expect(failure { try draft.clear(ReadingFields.id.rawValue) }?.kind == .argument)
    #expect(failure { try draft.set(BookDraft()) }?.kind == .argument)
    #expect(failure { try draft.set(text: nil) }?.kind == .argument)
    for entity in [Entity.order, .source, .merged] {
      #expect(failure { try entity.newDraft(ofBook: 0) }?.field == "entity")
      #expect(failure { try entity.draft(of: 1, in: store) }?.field == "entity")
    }
    #expect(failure { try Entity.quote.newDraft(ofBook: 0) }?.field == "book")
    #expect(failure { try Entity.genre.newDraft(ofBook: 1) }?.field == "book")
  }
}
