// The fields of a book as bits, and the sets of fields that follow from the table of fields.

package struct BookFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a book"
  package static let id = BookFields(bit: 0)
  package static let title = BookFields(bit: 1)
  package static let author = BookFields(bit: 2)
  package static let synopsis = BookFields(bit: 3)
  package static let review = BookFields(bit: 4)
  package static let notes = BookFields(bit: 5)
  package static let rating = BookFields(bit: 6)
  package static let favourite = BookFields(bit: 7)
  package static let status = BookFields(bit: 8)
  package static let series = BookFields(bit: 9)
  package static let seriesNumber = BookFields(bit: 10)
  package static let year = BookFields(bit: 11)
  package static let created = BookFields(bit: 12)
  package static let updated = BookFields(bit: 13)
  package static let started = BookFields(bit: 14)
  package static let finished = BookFields(bit: 15)
  package static let price = BookFields(bit: 16)
  package static let currency = BookFields(bit: 17)
  package static let genres = BookFields(bit: 18)
  package static let identifierSchemes = BookFields(bit: 19)
  package static let identifierValues = BookFields(bit: 20)
  /// Another way to give and to read the genres.
  package static let genreNames = BookFields(bit: 21)
  /// Cannot be given or read with a book. Used in searches and conditions, and where changes are
  /// reported by field.
  package static let quotes = BookFields(bit: 22)
  package static let globalID = BookFields(bit: 23)
  package static let subtitle = BookFields(bit: 24)
  package static let publisher = BookFields(bit: 25)
  package static let pages = BookFields(bit: 26)
  package static let language = BookFields(bit: 27)
  package static let format = BookFields(bit: 28)
  package static let editionYear = BookFields(bit: 29)
  /// If a book has it, the author's sort key is derived from it.
  package static let authorSort = BookFields(bit: 30)
  /// Cannot be given or read with a book. Used in conditions, and where changes are reported by
  /// field.
  package static let readings = BookFields(bit: 31)
  /// Can only be given, not read, and only for an existing book; so can the next three.
  package static let addGenres = BookFields(bit: 32)
  package static let addGenreNames = BookFields(bit: 33)
  package static let removeGenres = BookFields(bit: 34)
  package static let removeGenreNames = BookFields(bit: 35)
  /// Only given, to an import.
  package static let sourceID = BookFields(bit: 36)
  /// Only given, to an import.
  package static let raw = BookFields(bit: 37)
  /// Used only where changes are reported by field.
  package static let mergedBooks = BookFields(bit: 38)
  /// If a book has it, the rating is this value rounded.
  package static let exactRating = BookFields(bit: 39)
  /// Used in conditions, and where changes are reported by field. Read as a column, it is the
  /// digest of the cover's bytes.
  package static let cover = BookFields(bit: 41)
  package static let contributorNames = BookFields(bit: 42)
  package static let contributorSorts = BookFields(bit: 43)
  package static let contributorRoles = BookFields(bit: 44)
  /// If a book has it, the title's sort key is derived from it.
  package static let titleSort = BookFields(bit: 45)
  /// Describes the review.
  package static let spoilers = BookFields(bit: 46)
}

extension BookFields {
  package static let entity = Entity.book
  package static let table: [EntityField] = BookField.all
  package static var traits: UnsafePointer<EntityField.Traits> { BookField.traits }
  package static let names = namesInTable
  package static let inputNames = BookField.all.filter { $0.place == .readings }.map(\.column)
  package static func name(of field: BookFields) -> String { BookField.name(of: field) }

  private init(_ isIn: (BookField) -> Bool) {
    self = BookField.all.reduce(into: []) { if isIn($1) { $0.formUnion($1.field) } }
  }

  /// The fields of a book that are read by default.
  package static let standard = BookFields { $0.place == .row && !$0.isExtra }
  /// The columns of its row.
  package static let row = BookFields { $0.place == .row }
  /// The columns of its row except the global id, which statements set separately.
  package static let given = row.subtracting(.globalID)
  /// The columns that are read only on request.
  package static let extra = BookFields { $0.place == .row && $0.isExtra }
  package static let zeroIfMissing = BookFields { $0.isZeroIfMissing }
  /// The fields that a new book needs.
  package static let required = BookFields { $0.need == .required }
  /// The fields that a caller can give for a new book, except the lists of its readings.
  package static let givable = BookFields { $0.need != .stored && $0.place != .change }
  /// The fields that a caller can give to change a book.
  package static let changeable = BookFields { $0.need != .stored }
  /// The genres that a book loses and gains.
  package static let genreEdits = BookFields { $0.place == .change }
  /// The fields that are 0 if a book is created without them.
  package static let zeroByDefault = BookFields { $0.need == .always }.subtracting(.created)
  /// The fields of a book that a caller can clear.
  package static let clearable = BookFields {
    $0.need == .optional && ($0.place == .row || $0.place == .list)
  }
  /// Every field that is stored with a book.
  package static let stored = BookFields { $0.place == .row || $0.isOwnList }
  /// The fields of a book that are read as lists.
  package static let bookLists = BookFields { $0.isOwnList || $0.place == .names }
  package static let identifiers: BookFields = [.identifierSchemes, .identifierValues]
  /// The parallel lists of the contributors. Sort forms and roles can be missing.
  package static let contributors: BookFields = [
    .contributorNames, .contributorSorts, .contributorRoles,
  ]
  /// The fields that the sort key of a book's title depends on.
  package static let titleSources: BookFields = [.title, .language, .titleSort]
  /// A book has both of them or neither.
  package static let priced: BookFields = [.price, .currency]
  /// The fields that describe where a query's search found a book.
  package static let found: BookFields = [.matched, .snippet, .rank]
  /// The fields of a book that can be read.
  package static let readable = stored.union([.genreNames, .picture, .cover])
  /// The fields of a book that are not in its own row.
  static let related = bookLists.union([.picture, .cover])
  /// The fields whose words are searched.
  package static let searched = BookFields { $0.weight != nil }
  /// The fields that queries search for parts of texts, with case and accents folded.
  package static let folded = BookFields { $0.filter == .contains && $0.rule != .language }
  /// The fields that the index of words and, on a server, the folded texts are derived from.
  package static let indexed = searched.union(folded)
}

extension BookFields {
  /// The highest bit; nil if the set is empty.
  package var last: BookFields? {
    isEmpty ? nil : BookFields(rawValue: 1 << UInt64(63 - rawValue.leadingZeroBitCount))
  }
}

extension BookFields {
  /// The fields as the change log has them: genres that are given by name, gained or lost all count
  /// as `genres`.
  package var logged: BookFields {
    let others = BookFields.genreEdits.union(.genreNames)
    return isDisjoint(with: others) ? self : subtracting(others).union(.genres)
  }

  /// The fields to read for a request. A bit that means a set is replaced by the fields of the set.
  /// An empty request means the standard fields.
  var asked: BookFields {
    if isEmpty { return .standard }
    var asked = self
    if asked.remove(.byDefault) != nil { asked.formUnion(.standard) }
    if asked.remove(.all) != nil { asked.formUnion(.stored) }
    return asked
  }
}

extension BookFields {
  /// The columns of a book's row that hold these fields.
  package var columns: [String] { intersection(.row).bits.compactMap { BookField.of($0)?.column } }

  /// The columns of a book's row that hold these fields, and those of the keys derived from them.
  package var columnsAndKeys: [String] {
    columns + BookField.keys.filter { !isDisjoint(with: $0.fields) }.map(\.column)
  }
}
