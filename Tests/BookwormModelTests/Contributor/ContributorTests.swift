// Tests the contributors of a book: given, stored, changed, and the author derived from them.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

typealias Person = SampleBook.Contributor

@Suite struct ContributorTests {
  let folder = TemporaryFolder()
  let store: Store
  static let omens = SampleBook("Good Omens", by: "Terry Pratchett & Neil Gaiman").with {
    $0.contributors = [
      Person("Terry Pratchett", sort: "Pratchett, Terry"), Person("Neil Gaiman"),
      Person("Martin Jarvis", "narrator"), Person("Neil Gaiman", "Foreword"),
    ]
  }

  init() throws { store = try openStore(folder.file("store")) }

  private func expectSound() throws {
    #expect(try faults(inStore: folder.file("store")) == [])
    #expect(try store.check().count == 0)
  }

  private func draft(_ people: [Person], title: String = "Good Omens") -> BookDraft {
    var draft = BookDraft()
    draft.give(.title, bytes(title))
    draft.give(contributors: people)
    return draft
  }

  // MARK: Storing

  @Test func aBookKeepsItsContributorsInOrder() throws {
    let id = try store.create(ContributorTests.omens)
    #expect(try store.read(id).contributors == ContributorTests.omens.contributors)
    #expect(try store.read(id).author == "Terry Pratchett & Neil Gaiman")
    try expectSound()
  }

  @Test func aBookWithoutThemHasNoneStored() throws {
    let id = try store.create("Dune", by: "Frank Herbert")
    #expect(try store.read(id).contributors == [])
    #expect(try RawStore(folder.file("store")).integers("SELECT count(*) FROM book_people") == [0])
  }

  @Test func aRoleThatIsNotGivenIsAuthorAndAKnownOneHasOneForm() throws {
    let id = try store.createBook(
      draft([Person("A", ""), Person("B", "TRANSLATOR"), Person("C", "Cover art")]))
    #expect(try store.read(id).contributors.map(\.role) == ["author", "translator", "Cover art"])
  }

  @Test func aPersonHasARoleOnce() throws {
    let id = try store.createBook(
      draft([Person("Neil Gaiman"), Person("NEIL GAIMAN"), Person("Neil Gaiman", "editor")]))
    #expect(
      try store.read(id).contributors == [Person("Neil Gaiman"), Person("Neil Gaiman", "editor")])
    try expectSound()
  }

  @Test(arguments: [
    ([Person("")], "contributor_names"),
    ([Person("A"), Person(" ", "editor")], "contributor_names"),
    ([Person("A\0B")], "contributor_names"), ([Person("A", " ")], "contributor_roles"),
    ([Person("A", sort: "\t")], "contributor_sorts"),
    ([Person(String(repeating: "a", count: 16385))], "contributor_names"),
    ([Person("A", String(repeating: "a", count: 16385))], "contributor_roles"),
  ])
  func whatIsNoContributorIsRefusedByItsField(people: [Person], field: String) throws {
    let failure = failure { try store.createBook(draft(people)) }
    #expect(failure?.field == field)
    #expect(failure?.message.contains("(contributor \(people.count - 1), counted from 0)") == true)
    #expect(try store.countBooks() == 0)
  }

  @Test func aRoleWithoutANameIsRefused() {
    var draft = SampleBook("A").draft
    draft.given.insert(.contributorRoles)
    let failure = failure { try store.createBook(draft) }
    #expect(failure?.field == "contributor_names" && failure?.kind == .invalid)
  }

  // MARK: The author

  @Test func theAuthorIsDerivedFromTheAuthors() throws {
    let id = try store.createBook(draft(ContributorTests.omens.contributors))
    let book = try store.read(id)
    #expect(book.author == "Terry Pratchett, Neil Gaiman")
    #expect(book.authorSort == "Pratchett, Terry; Neil Gaiman")
    try expectSound()
  }

  @Test func aBookOfWhichNobodyIsTheAuthorNeedsOne() {
    let failure = failure { try store.createBook(draft([Person("A", "editor")])) }
    #expect(failure?.field == "author" && failure?.message.contains("missing") == true)
    let faults = try? store.faults(draft([Person("A", "editor")])).count
    #expect(faults == 1)
    #expect((try? store.faults(draft([Person("A")])).count) == 0)
  }

  @Test func aDerivedAuthorFollowsTheContributors() throws {
    let id = try store.createBook(draft([Person("A", sort: "a, A")]))
    try store.change(id) {
      $0.give(contributors: [Person("B"), Person("C"), Person("D", "editor")])
    }
    #expect(try store.read(id).author == "B, C")
    #expect(try store.read(id).authorSort == nil)
    try store.change(id) { $0.give(contributors: [Person("D", "editor")]) }
    #expect(try store.read(id).author == "B, C")
    _ = try store.undo()
    _ = try store.undo()
    #expect(try store.read(id).author == "A")
    #expect(try store.read(id).authorSort == "a, A")
    try expectSound()
  }

  @Test func anAuthorOfItsOwnStays() throws {
    let id = try store.create(ContributorTests.omens)
    try store.change(id) { $0.give(contributors: [Person("Somebody")]) }
    #expect(try store.read(id).author == "Terry Pratchett & Neil Gaiman")
    try store.change(id) { $0.give(.author, bytes("Nobody")) }
    #expect(try store.read(id).contributors == [Person("Somebody")])
  }

  // MARK: Changes

  @Test(arguments: [
    BookFields.contributorNames, .contributorSorts, .contributorRoles, .contributors,
  ])
  func theyAreTakenAwayAsOneAndPutBack(_ field: BookFields) throws {
    let id = try store.create(ContributorTests.omens)
    let before = try dump(ofStore: folder.file("store"))
    try store.updateBook(id, BookDraft(), clear: field)
    #expect(try store.read(id).contributors == [])
    _ = try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    try expectSound()
  }

  @Test func theSameAgainChangesNothing() throws {
    let id = try store.create(ContributorTests.omens)
    let before = try store.read(id).updated
    try store.clearUndo()
    try store.change(id) {
      $0.give(contributors: ContributorTests.omens.contributors + [Person("neil gaiman")])
    }
    #expect(try store.undoInfo().undoCount == 0)
    #expect(try store.read(id).updated == before)
  }

  @Test func aDeletedBookComesBackWithThem() throws {
    let id = try store.create(ContributorTests.omens)
    let before = try dump(ofStore: folder.file("store"))
    try store.deleteBook(id)
    try expectSound()
    _ = try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    _ = try store.redo()
    _ = try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
  }

  @Test func anObserverHearsOfThem() throws {
    let id = try store.create(ContributorTests.omens)
    let observer = try store.observe(book: id, .contributorSorts)
    try store.change(id) { $0.give(.synopsis, bytes("The end")) }
    #expect(try observer.hear().isEmpty)
    try store.change(id) { $0.give(contributors: [Person("Somebody")]) }
    #expect(try observer.hear().count == 1)
  }

  @Test func keysAreCheckedAndMadeAgain() throws {
    try store.create(ContributorTests.omens)
    let raw = try RawStore(folder.file("store"))
    try raw.execute("UPDATE book_people SET key = x'00' WHERE position = 1")
    #expect(try store.check().count == 1)
    try store.rebuild()
    try expectSound()
    try raw.execute("DELETE FROM book_people WHERE position = 0")
    #expect(try store.check().count == 1)
  }

  // MARK: Copies

  @Test func aDocumentHasThem() throws {
    try store.create(ContributorTests.omens)
    try store.create("Dune")
    let document = folder.file("document")
    try store.export(to: bytes(document))
    let other = try openStore(folder.file("other"))
    try other.importDocument(from: bytes(document))
    #expect(
      differences(try dump(ofStore: folder.file("store")), try dump(ofStore: folder.file("other")))
        == [])
  }

  @Test func mergedBooksHaveThoseOfBoth() throws {
    let one = try store.createBook(draft([Person("Neil Gaiman"), Person("A", "editor")]))
    let other = try store.createBook(
      draft([Person("NEIL GAIMAN"), Person("Terry Pratchett"), Person("A")]))
    let rows = try store.mergeBook(other, into: one, taking: [], preview: false)
    #expect(rows.count > 0)
    #expect(
      try store.read(one).contributors
        == [
          Person("Neil Gaiman"), Person("A", "editor"), Person("Terry Pratchett"), Person("A"),
        ])
    #expect(try store.read(one).author == "Neil Gaiman, Terry Pratchett, A")
    _ = try store.undo()
    #expect(try store.read(one).contributors == [Person("Neil Gaiman"), Person("A", "editor")])
    try expectSound()
  }

  @Test func aBooksJSONHasThem() throws {
    let id = try store.create(ContributorTests.omens)
    let text = string(try store.json(ofBook: id).onlyText)
    #expect(
      text.contains(
        #""contributors":[{"name":"Terry Pratchett","sort":"Pratchett, Terry","role":"author"},"#
          + #"{"name":"Neil Gaiman","sort":null,"role":"author"}"#))
  }

  // MARK: Imports

  private let columns: BookFields = [
    .title, .contributorNames, .contributorSorts, .contributorRoles,
  ]

  private func take(_ people: [Person]) throws -> ImportOutcome? {
    try store.importBooks([("1", draft(people))], of: columns, from: "shop").first
  }

  @Test func anImportTakesWhatTheSourceChanges() throws {
    #expect(try take([Person("A"), Person("B", "translator")]) == .created)
    #expect(try take([Person("A"), Person("B", "Translator"), Person("a")]) == .unchanged)
    #expect(try take([Person("A"), Person("C", "translator", sort: "c")]) == .updated)
    #expect(try store.read(1).contributors == [Person("A"), Person("C", "translator", sort: "c")])
    #expect(try take([Person("Ann"), Person("C", "translator", sort: "c")]) == .updated)
    #expect(try store.read(1).author == "Ann")
    try expectSound()
  }

  @Test func anImportKeepsWhatWasChangedHere() throws {
    #expect(try take([Person("A")]) == .created)
    try store.change(1) { $0.give(contributors: [Person("A"), Person("Me", "editor")]) }
    #expect(try take([Person("A"), Person("B", "editor")]) == .unchanged)
    #expect(try store.read(1).contributors == [Person("A"), Person("Me", "editor")])
    try expectSound()
  }
}
