// Tests the numbers that cross the boundary: Swift and C have the same ones, and none is missing on
// either side.
import CBookwormTypes
import TestSupport
import Testing

@testable import BookwormABI
@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct EnumTests {
  /// Expects that C names these bits, and no others, after `family`.
  private func expect<Set: FieldSet>(
    _ family: String, _ fields: [Set], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let names = Set.names.filter { !$0.isEmpty }
    #expect(fields.count == names.count, sourceLocation: sourceLocation)
    let bits = zip(names, fields).map { ("\(family)_\($0.uppercased())", $1.rawValue) }
    #expect(
      HeaderEnums.flags[family] == Dictionary(uniqueKeysWithValues: bits),
      sourceLocation: sourceLocation)
    for (name, field) in zip(names, fields) {
      #expect(field.list == name, sourceLocation: sourceLocation)
    }
  }

  @Test func everyFieldHasItsBit() {
    let books = BookField.all.filter {
      HeaderEnums.flags["BW_OUTPUT"]?.values.contains($0.field.rawValue) == false
    }
    let bits = books.map { ("BW_BOOK_\($0.name.description.uppercased())", $0.field.rawValue) }
    #expect(HeaderEnums.flags["BW_BOOK"] == Dictionary(uniqueKeysWithValues: bits))
    for field in books { #expect(field.field.list == field.name.description) }
    let genres: [GenreFields] = [.id, .name, .colour, .globalID]
    expect("BW_GENRE", genres)
    let quotes: [QuoteFields] = [.id, .book, .text, .page, .created, .globalID]
    expect("BW_QUOTE", quotes)
    let readings: [ReadingFields] = [
      .id, .book, .outcome, .started, .finished, .page, .percent, .note, .created, .globalID,
    ]
    expect("BW_READING", readings)
    let orders: [OrderFields] = [
      .id, .book, .title, .quantity, .unitPrice, .currency, .total, .placed, .globalID,
      .cancelled,
    ]
    expect("BW_ORDER", orders)
    expect("BW_SHELF", [ShelfFields.id, .name, .line, .globalID])
    let sources: [SourceFields] = [
      .id, .book, .source, .sourceID, .taken, .raw, .imported, .globalID,
    ]
    expect("BW_SOURCE", sources)
    let imports: [ImportFields] = [
      .outcome, .book, .changed, .kept, .status, .field, .message, .sourceID, .reason,
    ]
    expect("BW_IMPORT", imports)
    let merged: [MergedBookFields] = [.id, .book, .globalID]
    expect("BW_MERGED", merged)
    #expect(
      HeaderEnums.flags["BW_OUTPUT"] == [
        "BW_OUTPUT_MATCHED": BookFields.matched.rawValue,
        "BW_OUTPUT_SNIPPET": BookFields.snippet.rawValue,
        "BW_OUTPUT_RANK": BookFields.rank.rawValue,
        "BW_OUTPUT_PICTURE": BookFields.picture.rawValue,
        "BW_OUTPUT_RGB": GenreFields.rgb.rawValue, "BW_OUTPUT_BOOKS": GenreFields.books.rawValue,
        "BW_OUTPUT_GROUP": BookFields.group.rawValue,
      ])
    #expect(
      HeaderEnums.flags["BW_FIELDS"] == [
        "BW_FIELDS_DEFAULT": BookFields.byDefault.rawValue,
        "BW_FIELDS_ALL": BookFields.all.rawValue,
      ])
    #expect(HeaderEnums.flags.count == 11)
  }

  /// The lists of readings are exceptions: inputs that no row stores, which only books have.
  @Test func noFieldIsAnOutput() {
    let inputs: Set = [
      "BW_BOOK_READING_STARTED", "BW_BOOK_READING_FINISHED", "BW_BOOK_READING_OUTCOMES",
      "BW_BOOK_READING_NOTES", "BW_BOOK_READING_IDS",
    ]
    for family in [
      "BW_BOOK", "BW_GENRE", "BW_QUOTE", "BW_READING", "BW_ORDER", "BW_SHELF", "BW_SOURCE",
      "BW_IMPORT", "BW_MERGED",
    ] {
      for (name, bit) in HeaderEnums.flags[family, default: [:]] where !inputs.contains(name) {
        #expect(bit < 1 << 48, "\(name)")
      }
    }
    let lists = inputs.compactMap { HeaderEnums.flags["BW_BOOK"]?[$0] }
    #expect(lists.count == inputs.count)
    #expect(lists.allSatisfy { $0 >= 1 << 55 && $0 < 1 << 62 })
    #expect(lists.reduce(0, |) == BookFields.readingLists.rawValue)
    #expect(
      HeaderEnums.flags["BW_OUTPUT", default: [:]].values.allSatisfy {
        $0 >= 1 << 48 && $0 < 1 << 55
      })
  }

  @Test func aBitWithoutANameIsToldByItsNumber() {
    let fields: BookFields = [.title, .rating, BookFields(rawValue: 1 << 47 | 1 << 61)]
    #expect(fields.list == "title, rating, bit 47 and bit 61")
    #expect(BookFields().list == "nothing")
  }

  @Test func everyStatusHasItsName() throws {
    let statuses = try #require(HeaderEnums.all["bw_status"])
    #expect(statuses.count == 25)
    #expect(Set(statuses.values) == Set(0...24))
    for (name, value) in statuses {
      let status = bw_status(rawValue: UInt32(value))
      #expect(StatusNames.name(of: status).map { String(cString: $0) } == name)
    }
    for value in [25, 100, UInt32(bitPattern: -1), UInt32(Int32.max)] {
      let name = StatusNames.name(of: bw_status(rawValue: value))
      #expect(name.map { String(cString: $0) } == "unknown status")
    }
  }

  @Test func theModelsEnumsAreThoseOfC() {
    #expect(
      HeaderEnums.all["bw_book_status"] == [
        "BW_BOOK_STATUS_ON_SHELF": Int64(BookStatus.onShelf.rawValue),
        "BW_BOOK_STATUS_IN_PROGRESS": Int64(BookStatus.inProgress.rawValue),
        "BW_BOOK_STATUS_COMPLETED": Int64(BookStatus.completed.rawValue),
        "BW_BOOK_STATUS_DID_NOT_FINISH": Int64(BookStatus.didNotFinish.rawValue),
      ])
    #expect(
      HeaderEnums.all["bw_match"] == [
        "BW_MATCH_ANY": Int64(Match.any.rawValue), "BW_MATCH_ALL": Int64(Match.all.rawValue),
        "BW_MATCH_NONE": Int64(Match.none.rawValue),
      ])
    #expect(
      HeaderEnums.all["bw_language"] == [
        "BW_LANGUAGE_ENGLISH": Int64(Language.english.rawValue),
        "BW_LANGUAGE_GERMAN": Int64(Language.german.rawValue),
        "BW_LANGUAGE_POLISH": Int64(Language.polish.rawValue),
        "BW_LANGUAGE_KOREAN": Int64(Language.korean.rawValue),
      ])
    #expect(HeaderEnums.all["bw_language"]?.count == Language.allCases.count)
    #expect(
      HeaderEnums.all["bw_rating_style"] == [
        "BW_RATING_EMOJI": Int64(RatingStyle.emoji.rawValue),
        "BW_RATING_DIGITS": Int64(RatingStyle.digits.rawValue),
      ])
    #expect(
      HeaderEnums.all["bw_identity"] == [
        "BW_IDENTITY_TITLE_AND_AUTHOR": Int64(BookIdentity.titleAndAuthor.rawValue),
        "BW_IDENTITY_IDENTIFIERS": Int64(BookIdentity.identifiers.rawValue),
        "BW_IDENTITY_SOURCE_ID": Int64(BookIdentity.sourceID.rawValue),
      ])
    let outcomes = ImportOutcome.allCases.map {
      ("BW_OUTCOME_\($0)".uppercased(), Int64($0.rawValue))
    }
    #expect(
      HeaderEnums.all["bw_import_outcome"] == Dictionary(uniqueKeysWithValues: outcomes))
    let types: [String: ColumnType] = [
      "BW_COLUMN_INT64": .int64, "BW_COLUMN_INT32": .int32, "BW_COLUMN_DOUBLE": .double,
      "BW_COLUMN_TEXT": .text, "BW_COLUMN_INT64_LIST": .int64List,
      "BW_COLUMN_TEXT_LIST": .textList, "BW_COLUMN_UUID": .uuid,
    ]
    #expect(HeaderEnums.all["bw_column_type"] == types.mapValues { Int64($0.rawValue) })
    let keys = SortKey.allCases.map { ("BW_SORT_\($0.label)".uppercased(), Int64($0.rawValue)) }
    #expect(HeaderEnums.all["bw_sort_key"] == Dictionary(uniqueKeysWithValues: keys))
  }

  @Test func theChangesOfAnObserverAreThoseOfC() {
    let entities = Entity.allCases.map { ("BW_ENTITY_\($0)".uppercased(), Int64($0.rawValue) + 1) }
    #expect(
      HeaderEnums.all["bw_entity"]
        == Dictionary(uniqueKeysWithValues: entities + [("BW_ENTITY_NONE", 0)]))
    let kinds: [String: RowChange.Kind] = [
      "BW_CHANGE_INSERTED": .inserted, "BW_CHANGE_UPDATED": .updated,
      "BW_CHANGE_DELETED": .deleted, "BW_CHANGE_ENTERED": .entered, "BW_CHANGE_LEFT": .left,
      "BW_CHANGE_MOVED": .moved, "BW_CHANGE_REREAD": .reread,
    ]
    #expect(HeaderEnums.all["bw_change_kind"] == kinds.mapValues { Int64($0.rawValue) })
  }

  @Test func aNumberThatCDoesNotNameIsRefused() throws {
    let keys = SortKey.allCases.count
    #expect(failure { try Match(bw_match(rawValue: 3)) }?.field == "match")
    #expect(failure { try Match(bw_match(rawValue: .max)) }?.kind == .argument)
    #expect(
      failure { try SortTerm(bw_sort_key(rawValue: UInt32(keys)), BW_ASCENDING) }?.field == "key")
    #expect(
      failure { try SortTerm(BW_SORT_TITLE, bw_direction(rawValue: 2)) }?.field == "direction")
    #expect(try SortTerm(BW_SORT_SERIES, BW_DESCENDING) == SortTerm(.series, descending: true))
    #expect(
      failure { try Transaction.Mode(bw_transaction_mode(rawValue: 2)) }?.field == "mode")
    #expect(try Transaction.Mode(BW_TRANSACTION_READ) == .read)
    #expect(try Transaction.Mode(BW_TRANSACTION_WRITE) == .write)
  }

  @Test func theVersionIsThatOfTheHeader() {
    let parts = [BW_VERSION_MAJOR, BW_VERSION_MINOR, BW_VERSION_PATCH]
    #expect(LibraryVersion.number == parts.reduce(0) { $0 << 8 | UInt32($1) })
    #expect(
      String(cString: LibraryVersion.text)
        == parts.map { String($0) }.joined(separator: "."))
    #expect(LibraryVersion.interface == 2)
    #expect(String(cString: LibraryVersion.sqlite).hasPrefix("3."))
  }
}
