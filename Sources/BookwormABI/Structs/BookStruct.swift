// Converts books from and to a bw_book, by the place of each field in it.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import CBookwormTypes

enum BookStruct {
  /// The fields that have a place in bw_book: all that have a single value.
  static let fields = BookField.all.reduce(into: BookFields()) {
    if RowStruct.books[$1.field.slot] >= 0 { $0.formUnion($1.field) }
  }
}

extension BookDraft {
  init(_ book: bw_book) throws {
    self.init()
    try fill(book)
  }

  /// Sets the fields that `book` gives.
  mutating func fill(_ book: bw_book) throws {
    try withUnsafeBytes(of: book) { try fill($0, book.fields, RowStruct.books) }
    try giveGenres(.genres, book.genres, book.genre_count)
    try giveGenres(.genreNames, book.genre_names, book.genre_name_count)
    if !given.isDisjoint(with: .genreEdits) {
      try giveGenres(.addGenres, book.add_genres, book.add_genre_count)
      try giveGenres(.addGenreNames, book.add_genre_names, book.add_genre_name_count)
      try giveGenres(.removeGenres, book.remove_genres, book.remove_genre_count)
      try giveGenres(.removeGenreNames, book.remove_genre_names, book.remove_genre_name_count)
    }
    if !given.isDisjoint(with: .identifiers) { try giveIdentifiers(book) }
    if !given.isDisjoint(with: .contributors) { try giveContributors(book) }
    if !given.isDisjoint(with: .readingLists) { try giveReadings(book) }
  }

  private mutating func giveContributors(_ book: bw_book) throws {
    var lists = ContributorLists()
    for (field, texts) in [
      (BookFields.contributorNames, book.contributor_names),
      (.contributorSorts, book.contributor_sorts), (.contributorRoles, book.contributor_roles),
    ] where given.contains(field) {
      let name = BookField.name(of: field)
      let texts = try array(texts, book.contributor_count, name, count: "contributor_count")
      try Rules.list(texts.count, name)
      let isName = field == .contributorNames
      try lists.add(
        field,
        try texts.map {
          isName
            ? try givenText($0, name) : try optionalText($0.data, $0.length, name) ?? noText
        })
    }
    contributors = lists.contributors
  }

  private mutating func giveReadings(_ book: bw_book) throws {
    var lists = ReadingLists()
    func numbers(_ field: BookFields, _ numbers: UnsafePointer<Int32>?) throws {
      guard given.contains(field) else { return }
      let name = BookField.name(of: field)
      try lists.add(field, try array(numbers, book.reading_count, name, count: "reading_count"))
    }
    try numbers(.readingStarted, book.reading_started)
    try numbers(.readingFinished, book.reading_finished)
    try numbers(.readingOutcomes, book.reading_outcomes)
    if given.contains(.readingNotes) {
      let name = BookField.name(of: .readingNotes)
      let notes = try array(book.reading_notes, book.reading_count, name, count: "reading_count")
      try Rules.list(notes.count, name)
      try lists.add(
        .readingNotes, try notes.map { try optionalText($0.data, $0.length, name) ?? noText })
    }
    readings = lists.readings
  }

  private mutating func giveGenres(
    _ field: BookFields, _ ids: UnsafePointer<Int64>?, _ count: Int64
  ) throws {
    guard given.contains(field) else { return }
    let name = BookField.name(of: field)
    give(field, try array(ids, count, name, count: "\(name.dropLast())_count"))
  }

  private mutating func giveGenres(
    _ field: BookFields, _ names: UnsafePointer<bw_text>?, _ count: Int64
  ) throws {
    guard given.contains(field) else { return }
    let name = BookField.name(of: field)
    let names = try array(names, count, name, count: "\(name.dropLast())_count")
    try Rules.list(names.count, name)
    give(field, try names.map { try givenText($0, name) })
  }

  private mutating func giveIdentifiers(_ book: bw_book) throws {
    guard given.isSuperset(of: .identifiers) else {
      throw Failure(
        .argument, "identifier_schemes", "identifiers need both their schemes and their values")
    }
    let count = book.identifier_count
    let schemes = try array(
      book.identifier_schemes, count, "identifier_schemes", count: "identifier_count")
    let values = try array(
      book.identifier_values, count, "identifier_values", count: "identifier_count")
    try Rules.list(schemes.count, "identifiers")
    identifiers = try zip(schemes, values).map {
      (
        try givenText($0, "identifier_schemes"),
        try givenText($1, "identifier_values")
      )
    }
  }
}

extension RowSet {
  /// `row` must be a row of the result.
  func bookStruct(_ row: Int) throws -> bw_book {
    var book = bw_book()
    let offsets = RowStruct.books
    try withUnsafeMutablePointer(to: &book) { book in
      let memory = UnsafeMutableRawPointer(book)
      for column in layout.columns where isPresent(column, row) {
        book.pointee.fields |= column.field.rawValue
        let offset = Int(offsets[column.field.slot])
        if offset >= 0 {
          put(column, row, memory + offset)
        } else {
          try put(column, row, into: &book.pointee)
        }
      }
    }
    return book
  }

  /// Puts a list of the row into `book`.
  private func put(_ column: RowLayout.Column, _ row: Int, into book: inout bw_book) throws {
    switch column.field {
    case .genres:
      let range = list(column, row)
      let values = self.column(column).values?.assumingMemoryBound(to: Int64.self)
      book.genres = values?.advanced(by: range.lowerBound)
      book.genre_count = Int64(range.count)
    case .genreNames:
      book.genre_names = try texts(column, row, .genreNames)
      book.genre_name_count = Int64(list(column, row).count)
    case .identifierSchemes:
      book.identifier_schemes = try texts(column, row, .schemes)
      book.identifier_count = Int64(list(column, row).count)
    case .identifierValues:
      book.identifier_values = try texts(column, row, .values)
      book.identifier_count = Int64(list(column, row).count)
    case .contributorNames:
      (book.contributor_names, book.contributor_count) = try contributors(column, row)
    case .contributorSorts:
      (book.contributor_sorts, book.contributor_count) = try contributors(column, row)
    case .contributorRoles:
      (book.contributor_roles, book.contributor_count) = try contributors(column, row)
    default: break
    }
  }

  /// Returns the row's texts of `column`, and their number. They are in one array that has, for
  /// each column of contributors in turn, the texts of all rows.
  private func contributors(
    _ column: RowLayout.Column, _ row: Int
  ) throws -> (UnsafePointer<bw_text>, Int64) {
    let columns = layout.columns.filter { BookFields.contributors.contains($0.field) }
    let count = list(column, self.count - 1).upperBound
    let all = count * columns.count
    let memory = try extra(.contributors, size: all * MemoryLayout<bw_text>.stride) { memory in
      let texts = memory.bindMemory(to: bw_text.self, capacity: all)
      for (place, column) in columns.enumerated() {
        let items = self.column(column)
        for item in 0..<count { texts[place * count + item] = bw_text(items.text(item)) }
      }
    }
    let place = columns.firstIndex { $0.field == column.field } ?? 0
    let range = list(column, row)
    let texts = memory.assumingMemoryBound(to: bw_text.self)
    return (UnsafePointer(texts + place * count + range.lowerBound), Int64(range.count))
  }

  /// Returns the row's texts of `column`. They are in an array that has the column's texts of all
  /// rows.
  private func texts(
    _ column: RowLayout.Column, _ row: Int, _ extra: Extra
  ) throws -> UnsafePointer<bw_text> {
    let items = self.column(column)
    let count = list(column, self.count - 1).upperBound
    let memory = try self.extra(extra, size: count * MemoryLayout<bw_text>.stride) { memory in
      let texts = memory.bindMemory(to: bw_text.self, capacity: count)
      for item in 0..<count { texts[item] = bw_text(items.text(item)) }
    }
    let texts = memory.assumingMemoryBound(to: bw_text.self)
    return UnsafePointer(texts + list(column, row).lowerBound)
  }
}

extension RowSet {
  func book(_ row: Int64) throws -> bw_book {
    try bookStruct(try check(row, .books))
  }
}
