// The fields of a book, as bits, and the sets of them that the table of fields tells.

public struct BookFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a book"
  public static let id = BookFields(bit: 0)
  public static let title = BookFields(bit: 1)
  public static let author = BookFields(bit: 2)
  public static let synopsis = BookFields(bit: 3)
  public static let review = BookFields(bit: 4)
  public static let notes = BookFields(bit: 5)
  public static let rating = BookFields(bit: 6)
  public static let favourite = BookFields(bit: 7)
  public static let status = BookFields(bit: 8)
  public static let series = BookFields(bit: 9)
  public static let seriesNumber = BookFields(bit: 10)
  public static let year = BookFields(bit: 11)
  public static let created = BookFields(bit: 12)
  public static let updated = BookFields(bit: 13)
  public static let started = BookFields(bit: 14)
  public static let finished = BookFields(bit: 15)
  public static let price = BookFields(bit: 16)
  public static let currency = BookFields(bit: 17)
  public static let genres = BookFields(bit: 18)
  public static let identifierSchemes = BookFields(bit: 19)
  public static let identifierValues = BookFields(bit: 20)
  /// Another way to give and to read the genres.
  public static let genreNames = BookFields(bit: 21)
  /// Only where changes and searches are told by field.
  public static let quotes = BookFields(bit: 22)
  public static let globalID = BookFields(bit: 23)
  public static let subtitle = BookFields(bit: 24)
  public static let publisher = BookFields(bit: 25)
  public static let pages = BookFields(bit: 26)
  public static let language = BookFields(bit: 27)
  public static let format = BookFields(bit: 28)
  public static let editionYear = BookFields(bit: 29)
  /// When a book has it, the author's sort key is made of it.
  public static let authorSort = BookFields(bit: 30)
  /// Only where changes are told by field.
  public static let readings = BookFields(bit: 31)
  /// Only given, for a book that is there, as the three that follow.
  public static let addGenres = BookFields(bit: 32)
  public static let addGenreNames = BookFields(bit: 33)
  public static let removeGenres = BookFields(bit: 34)
  public static let removeGenreNames = BookFields(bit: 35)
  /// Only given, to an import.
  public static let sourceID = BookFields(bit: 36)
  /// Only given, to an import.
  public static let raw = BookFields(bit: 37)
  /// Only where changes are told by field.
  public static let mergedBooks = BookFields(bit: 38)
}

extension BookFields {
  public static let entity = Entity.book
  public static let table: [EntityField] = BookField.all
  public static var traits: UnsafePointer<EntityField.Traits> { BookField.traits }
  public static let names = namesInTable
  public static func name(of field: BookFields) -> String { BookField.name(of: field) }

  private init(_ isIn: (BookField) -> Bool) {
    self = BookField.all.reduce(into: []) { if isIn($1) { $0.formUnion($1.field) } }
  }

  /// What is read of a book where nothing else is asked for.
  public static let standard = BookFields { $0.place == .row && !$0.isExtra }
  /// The columns of its row.
  static let row = BookFields { $0.place == .row }
  /// Those of them that the store does not make by itself.
  static let given = row.subtracting(.globalID)
  /// Those of them that are read only when asked for.
  static let extra = BookFields { $0.place == .row && $0.isExtra }
  /// What a new book must be given.
  public static let required = BookFields { $0.need == .required }
  /// What a caller may give for a new book.
  public static let givable = BookFields { $0.need != .stored && $0.place != .change }
  /// What a caller may give to change a book.
  public static let changeable = BookFields { $0.need != .stored }
  /// What its genres lose and gain.
  public static let genreEdits = BookFields { $0.place == .change }
  /// A book for which they are not given has 0.
  static let zeroByDefault = BookFields { $0.need == .always }.subtracting(.created)
  /// What a caller may take away from a book.
  public static let clearable = BookFields {
    $0.need == .optional && ($0.place == .row || $0.place == .list)
  }
  /// Every field that is stored with it.
  public static let stored = BookFields { $0.place == .row || $0.isOwnList }
  /// What is read of a book as a list.
  public static let bookLists = BookFields { $0.isOwnList || $0.place == .names }
  public static let identifiers: BookFields = [.identifierSchemes, .identifierValues]
  /// A book has both of them or neither.
  public static let priced: BookFields = [.price, .currency]
  /// What a query tells of the place where its search found a book.
  public static let found: BookFields = [.matched, .snippet, .rank]
  /// What can be read of a book.
  public static let readable = stored.union([.genreNames, .picture])
  /// The fields of a book that are not in its own row.
  static let related = bookLists.union(.picture)
  /// The fields whose words are searched.
  static let searched = BookFields { $0.weight != nil }
  /// Those in which queries look for parts of texts, case and accents folded.
  static let folded = BookFields { $0.filter == .contains && $0.rule != .language }
  /// Those of which an index is made.
  static let indexed = searched.union(folded)
}

extension BookFields {
  /// The highest bit; nil where there is none.
  var last: BookFields? {
    isEmpty ? nil : BookFields(rawValue: 1 << UInt64(63 - rawValue.leadingZeroBitCount))
  }
}

extension BookFields {
  /// As the change log has them: genres given by name are genres, and so is what they lose or gain.
  var logged: BookFields {
    let others = BookFields.genreEdits.union(.genreNames)
    return isDisjoint(with: others) ? self : subtracting(others).union(.genres)
  }

  /// What is read for them: with the sets that a bit stands for, and the standard one for none.
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
  var columns: [String] { intersection(.row).bits.compactMap { BookField.of($0)?.column } }

  /// The columns of a book's row that hold these fields, and those of the keys made of them.
  var columnsAndKeys: [String] {
    columns + BookField.keys.filter { !isDisjoint(with: $0.fields) }.map(\.column)
  }
}
