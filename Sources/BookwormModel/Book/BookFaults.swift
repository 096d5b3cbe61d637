// Checks a whole draft of a new book, and reports all of its faults at once.
import BookwormStorage

extension Session {
  /// Returns a row for each fault that would make createBook() refuse the draft. It checks for
  /// updateBook() if `needed` lists the required fields that the change takes away. Takes no write
  /// lock.
  public func faults(
    _ draft: BookDraft, needing needed: BookFields = .required
  ) throws -> RowSet {
    var faults = draft.faults(needing: needed)
    for genre in draft.givenGenres
    where try read({ try !$0.genreExists(genre) }) {
      let failure = Failure(.notFound, "genres", "there is no genre with the id \(genre)")
      faults.append((.genres, failure))
      break
    }
    return try RowSet.of(faults)
  }
}

extension BookDraft {
  /// Returns the first fault of each field.
  func faults(needing needed: BookFields) -> [(field: BookFields, failure: Failure)] {
    var rules: [(BookFields, () throws -> Void)] = given.bits.map { field in
      (field, { try check(field, BookField.traits(of: field)) })
    }
    rules += [
      (given.subtracting(.creatable), checkIsGivable), (.price, checkPrice),
      (.rating, checkRatings), (.genres, checkGenres), (.identifiers, checkIdentifiers),
      (.contributors, checkContributors), (.readingLists, checkReadings),
    ]
    rules += needed.subtracting(given).subtracting(hasAuthor ? .author : []).bits.map { field in
      (field, { throw BookDraft.missing(field) })
    }
    var faults: [(field: BookFields, failure: Failure)] = []
    for (field, rule) in rules where faults.allSatisfy({ $0.field.isDisjoint(with: field) }) {
      do { try rule() } catch let failure as Failure {
        let named = BookField.all.first { $0.name.description == failure.field }
        faults.append((named?.field ?? field, failure))
      } catch {}
    }
    return faults
  }
}

extension RowSet {
  private static let faultLayout = RowLayout([
    ColumnSpec(.int32), ColumnSpec(.int64), ColumnSpec(.int64), ColumnSpec(.text),
  ])

  fileprivate static func of(_ faults: [(field: BookFields, failure: Failure)]) throws -> RowSet {
    let rows = try RowSet(.faults, faultLayout, expecting: faults.count)
    let columns = rows.layout.columns
    for (field, failure) in faults {
      var message = failure.message
      try rows.appendRow {
        rows.append(failure.kind.rawValue, to: columns[0])
        rows.append(Int64(bitPattern: field.rawValue), to: columns[1])
        rows.append(failure.offset, to: columns[2])
        try message.withUTF8 { try rows.append($0, to: columns[3]) }
      }
    }
    return rows
  }

  /// `row` is a row of the result.
  public func fault(
    _ row: Int
  ) -> (kind: Failure.Kind, field: BookFields, offset: Int64, message: Bytes) {
    let columns = layout.columns
    return (
      Failure.Kind(rawValue: number(columns[0], row, as: Int32.self)) ?? .invalid,
      BookFields(rawValue: UInt64(bitPattern: number(columns[1], row, as: Int64.self))),
      number(columns[2], row, as: Int64.self), text(columns[3], row)
    )
  }
}
