// Tests books as record batches: bits, offsets and absent values, in batches that make up the
// whole.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct RecordBatchStreamTests {
  let folder = TemporaryFolder()

  private func everything(_ stream: RecordBatchStream) throws -> [SampleBook] {
    var books: [SampleBook] = []
    while let batch = try stream.next() {
      #expect(batch.count > 0)
      #expect(batch.count <= RecordBatch.rowLimit)
      batch.check()
      books += (0..<batch.count).map { SampleBook(batch, $0) }
    }
    #expect(try stream.next() == nil)
    return books
  }

  @Test(arguments: 31...34 as ClosedRange<UInt64>)
  func anyQueryIsPackedAsItReads(seed: UInt64) throws {
    let catalogue = try Catalogue(80, seed: seed)
    let copy = try openStore(folder.file("copy"))
    for name in ["Fantasy", "Horror", "Kids", "Łódź"] { try copy.genre(named: name) }
    for book in catalogue.books.sorted(by: { $0.id < $1.id }) { try copy.create(book) }
    var dice = Dice(seed)
    for round in 0..<20 {
      let sample = SampleQuery.random(&dice, genres: catalogue.genres)
      var query = try sample.query(fields: .stored)
      // A list without a limit is sorted in another way.
      let expected = sample.answer(catalogue.books).dropFirst(1).prefix(round % 2 == 0 ? 40 : 80)
      try query.setOffset(1)
      if round % 2 == 0 { try query.setLimit(40) }
      for store in [catalogue.store, copy] {
        let rows = try store.run(query)
        let sortsByUpdate = sample.sort.contains { $0.key == .updated }
        if !sortsByUpdate { #expect(rows.ids == Array(expected), "\(sample)") }
        #expect(try everything(RecordBatchStream(store, query)) == rows.books)
        #expect(try everything(RecordBatchStream(rows)) == rows.books)
      }
    }
  }

  /// The bitmap of a column begins at the first absent row, wherever in a byte that is.
  @Test func absentRowsAreSoAtEveryPlace() throws {
    for first in [0, 1, 7, 8, 9, 63, 64, 65] {
      let store = try memoryStore()
      try store.createMany(first + 20) { row in
        SampleBook("Book \(row)").with { $0.notes = row >= first && row % 3 == 0 ? nil : "\(row)" }
          .draft
      }
      let stream = try RecordBatchStream(store, try Query())
      let books = try everything(stream).sorted { $0.id < $1.id }
      #expect(books.map(\.notes) == store.books(1...Int64(first + 20)).map(\.notes))
    }
  }

  @Test func aBatchEndsWithManyRowsOrMuchText() throws {
    let store = try openStore(folder.file("store"))
    try store.createMany(RecordBatch.rowLimit + 5) { SampleBook("\($0)").draft }
    var counts: [Int] = []
    let rows = try RecordBatchStream(store, try Query())
    while let batch = try rows.next() { counts.append(batch.count) }
    #expect(counts == [RecordBatch.rowLimit, 5])

    _ = try store.deleteBooks(matching: Query())
    let long = String(repeating: "x", count: RecordBatch.sizeLimit / 3 + 1)
    try store.createMany(7) { _ in SampleBook("Long").with { $0.review = long }.draft }
    counts = []
    let texts = try RecordBatchStream(store, try Query())
    while let batch = try texts.next() {
      batch.check()
      counts.append(batch.count)
    }
    #expect(counts == [3, 3, 1])
  }

  @Test func aBookThatAnIndexNamesAndThatIsNotThereIsDamage() throws {
    let store = try openStore(folder.file("store"))
    try store.createMany(3) { SampleBook("\($0)").draft }
    let stop = StopFlag()
    let reader = RecordBatchReader(
      try #require(try store.detachReader()), try BookSelection.of(.stored), stop, isHelper: false)
    func read(_ ids: [Int64]) throws -> Int {
      try ids.withUnsafeBufferPointer { try reader.read($0, limit: 1 << 20).count }
    }
    #expect(try read([1, 3]) == 2)
    #expect { try read([1, 2, 9]) } throws: { ($0 as? StorageError)?.kind == .corrupt }
    #expect(try read([2]) == 1)
    stop.set()
    #expect(throws: StopFlag.Stopped.self) { try read([1, 2, 3]) }
  }

  @Test func onlyWhatHasNamesIsPacked() throws {
    let store = try memoryStore()
    #expect(try RecordBatchStream(try store.allGenres()).next() == nil)
    let failure = failure { try RecordBatchStream(try store.check()) }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == "result")
  }

  @Test func aStreamThatIsDroppedGivesItsConnectionBack() throws {
    let store = try openStore(folder.file("store")) { $0.busyTimeout = 0 }
    try store.createMany(10_000) { SampleBook("\($0)").draft }
    for _ in 0..<30 { #expect(try RecordBatchStream(store, try Query()).next() != nil) }
    _ = try store.deleteBooks(matching: Query())
    _ = try store.close()
    // A reader of an older state would have kept the log next to the store.
    #expect(folder.files.filter { $0.hasSuffix("-wal") } == [])
  }
}

extension Session {
  fileprivate func books(_ ids: ClosedRange<Int64>) -> [SampleBook] {
    (try? books(array(Array(ids)), .stored).books) ?? []
  }
}

extension RecordBatch {
  func column(_ field: BookFields) -> Column? { columns.first { $0.field == field } }

  /// Properties of every batch: offsets never fall, and buffers have exactly the required length.
  fileprivate func check() {
    for column in columns {
      #expect(column.values.start.isAligned)
      if let bits = column.validity {
        let absent = (0..<count).filter { !bits.bit($0) }.count
        #expect(absent == column.nullCount)
        #expect(column.nullable)
        #expect(bits.count >= (count + 7) / 8)
        for spare in count..<bits.count * 8 { #expect(!bits.bit(spare)) }
      } else {
        #expect(column.nullCount == 0)
      }
      if let offsets = column.offsets {
        #expect(offsets.isRising(count))
        let last = offsets.value(count, Int32.self)
        #expect(
          Int(last)
            == ([.text, .uuid].contains(column.kind) ? column.values.count : column.itemCount))
      }
      if let ends = column.itemOffsets {
        #expect(ends.isRising(column.itemCount))
        #expect(Int(ends.value(column.itemCount, Int32.self)) == column.values.count)
      }
    }
  }
}

extension UnsafeMutableRawPointer {
  fileprivate var isAligned: Bool { UInt(bitPattern: self) % 64 == 0 }
}

extension ColumnBuffer {
  fileprivate func bit(_ index: Int) -> Bool {
    start.load(fromByteOffset: index / 8, as: UInt8.self) >> (index % 8) & 1 == 1
  }

  fileprivate func value<T: BitwiseCopyable>(_ index: Int, _: T.Type) -> T {
    start.load(fromByteOffset: index * MemoryLayout<T>.stride, as: T.self)
  }

  fileprivate func isRising(_ items: Int) -> Bool {
    count >= (items + 1) * 4 && value(0, Int32.self) == 0
      && (0..<items).allSatisfy { value($0, Int32.self) <= value($0 + 1, Int32.self) }
  }
}

extension RecordBatch.Column {
  fileprivate func value<T: BitwiseCopyable>(_ row: Int, _: T.Type) -> T? {
    validity.map { $0.bit(row) } ?? true ? values.value(row, T.self) : nil
  }

  fileprivate func text(_ row: Int, _ ends: ColumnBuffer?) -> String? {
    guard let ends, validity.map({ $0.bit(row) }) ?? true else { return nil }
    let (from, end) = (Int(ends.value(row, Int32.self)), Int(ends.value(row + 1, Int32.self)))
    return String(
      decoding: UnsafeRawBufferPointer(start: values.start + from, count: end - from),
      as: UTF8.self)
  }

  fileprivate func items(_ row: Int) -> Range<Int> {
    guard let offsets else { return 0..<0 }
    return Int(offsets.value(row, Int32.self))..<Int(offsets.value(row + 1, Int32.self))
  }
}

extension SampleBook {
  /// A row of a batch that has every field.
  fileprivate init(_ rows: RecordBatch, _ row: Int) {
    func text(_ field: BookFields) -> String? {
      rows.column(field).flatMap { $0.text(row, $0.offsets) }
    }
    func number<T: BitwiseCopyable>(_ field: BookFields, _: T.Type) -> T? {
      rows.column(field)?.value(row, T.self)
    }
    func texts(_ field: BookFields) -> [String] {
      guard let column = rows.column(field) else { return [] }
      return column.items(row).map { column.text($0, column.itemOffsets) ?? "?" }
    }
    func date(_ field: BookFields) -> Int32? {
      number(field, Int32.self).flatMap { CalendarDate.date(days: $0) }
    }
    self.init(text(.title) ?? "?", by: text(.author) ?? "?")
    id = number(.id, Int64.self) ?? -1
    synopsis = text(.synopsis)
    review = text(.review)
    notes = text(.notes)
    rating = number(.rating, Int32.self) ?? -1
    favourite = rows.column(.favourite)?.values.bit(row) == true ? 1 : 0
    status = number(.status, Int32.self) ?? -1
    series = text(.series)
    seriesNumber = number(.seriesNumber, Double.self)
    exactRating = number(.exactRating, Double.self)
    year = number(.year, Int32.self)
    created = number(.created, Int64.self)
    updated = number(.updated, Int64.self) ?? -1
    started = date(.started)
    finished = date(.finished)
    if let amount = number(.price, Int64.self), let currency = text(.currency) {
      price = Price(amount, currency)
    }
    (subtitle, publisher) = (text(.subtitle), text(.publisher))
    (language, authorSort) = (text(.language), text(.authorSort))
    titleSort = text(.titleSort)
    spoilers = rows.column(.spoilers)?.values.bit(row) == true ? 1 : 0
    format = text(.format)
    (pages, editionYear) = (number(.pages, Int32.self), number(.editionYear, Int32.self))
    if let column = rows.column(.genres) {
      genres = column.items(row).map { column.values.value($0, Int64.self) }
    }
    identifiers = zip(texts(.identifierSchemes), texts(.identifierValues)).map {
      Identifier($0, $1)
    }
    let (names, roles) = (texts(.contributorNames), texts(.contributorRoles))
    contributors = zip(names, zip(roles, texts(.contributorSorts))).map {
      Contributor($0, $1.0, sort: $1.1)
    }
  }
}
