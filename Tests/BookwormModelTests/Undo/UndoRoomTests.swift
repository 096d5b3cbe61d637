// Tests where steps are kept: in memory, in a temporary file, or, if neither has room, nowhere,
// which is reported.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoRoomTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store")) { ($0.undoKiB, $0.undoFileKiB) = (64, 0) }
    book = try store.create(SampleBook("Book").with { $0.rating = 4 })
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }

  private func storeWithFile(_ kibibytes: Int32) throws -> Store {
    try openStore(path) { ($0.undoKiB, $0.undoFileKiB) = (64, kibibytes) }
  }

  private func change(notesIn store: Store, times: Int) throws {
    for number in 0..<times {
      try store.change(book) {
        $0.given = .notes
        $0.notes = bytes("\(number) " + String(repeating: "x", count: 2000))
      }
    }
  }

  private func large(_ title: String) -> SampleBook {
    SampleBook(title).with { $0.notes = String(repeating: "x", count: 70_000) }
  }

  // MARK: The oldest steps

  @Test func theOldestGoWhenThereAreTooMany() throws {
    try change(notesIn: store, times: 100)
    let info = try store.undoInfo()
    #expect(info.memoryBytes <= 64 << 10 && info.memoryBytes > 48 << 10)
    #expect((20...32).contains(info.undoCount))
    for _ in 0..<info.undoCount { try store.undo() }
    let nothing = failure { try store.undo() }
    #expect(nothing?.kind == .notFound)
    let forgotten = "; \(100 - info.undoCount) more were forgotten, as undo_limit"
    #expect(nothing?.message.contains(forgotten) == true)
    #expect(try store.read(book).notes?.hasPrefix("\(99 - info.undoCount) ") == true)
    let undone = try store.undoInfo()
    #expect(undone.memoryBytes <= 64 << 10)
    #expect(undone.redoCount == info.undoCount)
    for _ in 0..<info.undoCount { try store.redo() }
    #expect(try store.read(book).notes?.hasPrefix("99 ") == true)
    try store.clearUndo()
    #expect(failure { try store.undo() }?.message == "there is nothing to undo")
  }

  @Test func theyGoToTheFileFirst() throws {
    let store = try storeWithFile(1024)
    try change(notesIn: store, times: 100)
    let info = try store.undoInfo()
    #expect(info.undoCount == 100)
    #expect(info.memoryBytes <= 64 << 10)
    #expect(info.fileBytes > 120 << 10)
    for _ in 0..<100 { try store.undo() }
    #expect(try store.read(book).notes == nil)
    #expect(try store.undoInfo().redoCount == 100)
    for _ in 0..<100 { try store.redo() }
    #expect(try store.read(book).notes?.hasPrefix("99 ") == true)
  }

  @Test func theFileHasItsLimitToo() throws {
    let store = try storeWithFile(64)
    try change(notesIn: store, times: 200)
    let info = try store.undoInfo()
    #expect(info.memoryBytes <= 64 << 10 && info.fileBytes <= 64 << 10)
    #expect((45...62).contains(info.undoCount))
    // A step to be redone needs room too.
    var undone = 0
    while try store.undoInfo().undoCount > 0 {
      try store.undo()
      undone += 1
    }
    #expect(undone > 40)
    #expect(try store.read(book).notes?.hasPrefix("\(199 - undone) ") == true)
    #expect(failure { try store.undo() }?.message.contains("more were forgotten") == true)
  }

  // MARK: A large step

  @Test func seventyOneBooksWithLongReviewsComeBack() throws {
    let store = try openStore(folder.file("reviews"))
    let review = String(repeating: "A long review. ", count: 70_000)
    let first = try store.create("First")
    try store.setRating(first, 3)
    try store.createMany(71) { SampleBook("\($0)").with { $0.review = review }.draft }
    let before = try dump(ofStore: folder.file("reviews"))
    #expect(try store.deleteBooks(array(Array(first + 1...first + 71))) == 71)
    let info = try store.undoInfo()
    #expect((info.undoCount, info.undoName) == (4, "Delete 71 books"))
    #expect(info.fileBytes > 71_000_000)
    try store.undo()
    #expect(try dump(ofStore: folder.file("reviews")) == before)
    #expect(try store.undoInfo().fileBytes == 0)
    try store.redo()
    #expect(try store.countBooks() == 1)
    for _ in 0..<3 { try store.undo() }
    #expect(try store.read(first).rating == 0)
    #expect(try faults(inStore: folder.file("reviews")) == [])
  }

  @Test func oneThatHasNoRoomSaysSo() throws {
    try store.setRating(book, 1)
    let new = try store.create(large("Large"))
    try store.deleteBook(new)
    let info = try store.undoInfo()
    #expect((info.undoCount, info.undoName) == (3, "Delete book"))
    for _ in 0..<2 {
      let failure = failure { try store.undo() }
      #expect(failure?.kind == .tooLarge && failure?.field == "undo")
      #expect(
        failure?.message
          == "\"Delete book\" was not kept: 0.1 MiB to keep are more than undo_limit and"
          + " undo_file_limit allow (0.1 MiB, 0.0 MiB); drop it to reach the other steps")
    }
    #expect(try store.conflictRows() == [])
    try store.setRating(book, 2)
    try store.undo()
    #expect(failure { try store.undo() }?.kind == .tooLarge)
    try store.dropUndo(redo: false)
    // The deletion of the book cannot be undone; the rating can.
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(
      try store.conflictRows() == [ConflictRow(kind: .deleted, entity: .book, id: new)])
    try store.dropUndo(redo: false)
    try store.undo()
    #expect(try store.read(book).rating == 4)
  }

  @Test func itsNameAndSizeAreThoseOfAllOfIt() throws {
    let transaction = try store.begin(.write)
    for number in 0..<5 { try transaction.create(SampleBook("\(number)")) }
    let new = try (0..<4).map { try transaction.create(large("\($0)")) }
    try transaction.commit()
    #expect(try store.deleteBooks(array(new)) == 4)
    #expect(try store.undoInfo().undoName == "Delete 4 books")
    #expect(failure { try store.undo() }?.message.contains(": 0.3 MiB to keep") == true)
    let named = try store.begin(.write)
    try named.setName(bytes("Tidy up"))
    let other = try named.create(large("Other"))
    try named.change(other) {
      $0.given = .notes
      $0.notes = bytes("")
    }
    try named.commit()
    #expect(failure { try store.undo() }?.message.hasPrefix("\"Tidy up\" was not kept") == true)
  }

  @Test func genresOfTooManyBooksAreTakenOffThemAllTheSame() throws {
    let small = try openStore(path) { ($0.undoKiB, $0.undoFileKiB) = (1, 0) }
    let genres = [try small.genre(named: "One"), try small.genre(named: "Two")]
    try small.createMany(400) { i in SampleBook("\(i)").with { $0.genres = genres }.draft }
    // The first one fills the room for undo; the second one finds it full.
    #expect(try small.deleteGenres(array(genres)) == 2)
    #expect(try small.undoInfo().undoName == "Delete 2 genres")
    #expect(failure { try small.undo() }?.kind == .tooLarge)
    #expect(try small.countBooks() == 401)
    #expect(try RawStore(path).integers("SELECT count(*) FROM book_genres") == [0])
    #expect(try RawStore(path).integers("SELECT count(*) FROM genre_books") == [0])
  }

  @Test func whatCouldNotBeRedoneIsNotUndone() throws {
    try store.setRating(book, 1)
    try store.create(large("Large"))
    let failure = failure { try store.undo() }
    #expect(failure?.kind == .tooLarge && failure?.field == "undo")
    #expect(
      failure?.message
        == "\"Add book\" was not undone, since it could not be redone afterwards: 0.1 MiB to keep"
        + " are more than undo_limit and undo_file_limit allow (0.1 MiB, 0.0 MiB)")
    #expect(try store.countBooks() == 2)
    let info = try store.undoInfo()
    #expect((info.undoCount, info.redoCount, info.undoName) == (2, 0, "Add book"))
    // The steps before it can be reached.
    try store.dropUndo(redo: false)
    try store.undo()
    #expect(try store.read(book).rating == 4)
  }

  @Test func whatIsUndoneCanBeRedoneWithAFile() throws {
    let store = try storeWithFile(1024)
    try store.create(large("Large"))
    for _ in 0..<3 {
      try store.undo()
      #expect(try store.countBooks() == 1)
      try store.redo()
      #expect(try store.countBooks() == 2)
    }
  }

  @Test func whatIsTakenBackDoesNotCountAsTooLarge() throws {
    for file: Int32 in [0, 1024] {
      let store = try storeWithFile(file)
      let new = try store.create(large("Large"))
      let transaction = try store.begin(.write)
      try transaction.setRating(book, 1)
      let inner = try transaction.begin(.write)
      try inner.deleteBook(new)
      try inner.rollBack()
      try transaction.setRating(new, 1)
      try transaction.commit()
      #expect(try store.undoInfo().undoName == "Rate 2 books")
      try store.undo()
      #expect(try store.read(book).rating == 4)
    }
  }

  @Test func aFileThatCannotBeWrittenIsTheReason() throws {
    let file = UndoFile(inFolder: folder.file("nowhere"), limitKiB: 1024)
    let log = UndoLog(
      memoryLimit: 100, file: file, aboveLimits: .limits(memory: 100, file: 1 << 20))
    var position = UndoLogPosition()
    for id: Int64 in 1...20 {
      try log.record(.followed, .book, id, fields: 1, &position) { $0.append(12345) }
    }
    let step = try #require(log.finish(position, transaction: 1, name: .given("Twenty")))
    let failure = failure { try step.checkIsKept("undo") }
    #expect(failure?.message.contains("had no room (No such file or directory: ") == true)
    let history = UndoHistory(limitKiB: 1, file)
    for id: Int64 in 1...20 {
      let (log, text) = (history.makeLog(), String(repeating: "x", count: 100))
      var position = UndoLogPosition()
      try log.record(.followed, .book, id, fields: 1, &position) { log in
        for byte in text.utf8 { log.append(byte: byte) }
      }
      history.committed(.change, log, position, transaction: id, name: .given(text))
    }
    #expect(try history.info().memoryBytes <= 1024)
    #expect(history.whyNoMore(redo: false).contains("as No such file or directory: "))
  }

  @Test func aTemporaryFileGivesItsRoomBack() throws {
    let file = try TemporaryFile(inFolder: folder.path)
    let block = bytes(String(repeating: "x", count: 1 << 20))
    try file.write(block, at: 0)
    try file.write(block, at: 1 << 20)
    var read = [UInt8](repeating: 0, count: 3)
    try read.withUnsafeMutableBytes { try file.read(into: $0, at: (1 << 20) - 1) }
    #expect(read == Array("xxx".utf8))
    file.discard(0..<1 << 20)
    try read.withUnsafeMutableBytes { try file.read(into: $0, at: (1 << 20) - 1) }
    #expect(read == [0] + Array("xx".utf8))
    file.discardAll()
    let failure = storageError {
      try read.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    }
    #expect(failure?.kind == .inputOutput)
  }
}
