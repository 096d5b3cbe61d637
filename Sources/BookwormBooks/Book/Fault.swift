// Checks a whole draft of a book, and reports all its faults together, at most one for each field.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns a row for each fault that would make createBook() refuse the draft. Takes no write
  /// lock. It can also check a change, as updateBook() does. For this, `needed` has only the
  /// required fields that the change clears, and `days` has the days of the book after the change,
  /// both those that the change sets and those that it keeps.
  package func faults(
    _ draft: BookDraft, needing needed: BookFields = .required, days: BookDraft? = nil
  ) throws -> RowSet {
    var draft = draft
    draft.leaveOutBlankAuthor()
    var faults = draft.faults(needing: needed, days: days ?? draft)
    for genre in draft.givenGenres
    where try read({ try !$0.genreExists(genre) }) {
      let failure = Failure(.notFound, "genres", "there is no genre with the id \(genre)")
      faults.append((.genres, failure))
      break
    }
    return try RowSet.of(faults.map { ($0.field.rawValue, $0.failure) })
  }
}

extension BookDraft {
  /// Returns the first fault of each field.
  func faults(
    needing needed: BookFields, days: BookDraft
  ) -> [(field: BookFields, failure: Failure)] {
    var rules: [(BookFields, () throws -> Void)] = given.bits.map { field in
      (field, { try check(field, BookField.traits(of: field)) })
    }
    rules += [
      (given.subtracting(.creatable), checkIsGivable), (.price, checkPrice),
      (.rating, checkRatings), (.genres, checkGenres), (.identifiers, checkIdentifiers),
      (.contributors, checkContributors), (.readingLists, checkReadings),
      (.finished, days.checkDays),
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
    ColumnSpec(.int32), ColumnSpec(.int32), ColumnSpec(.text, optional: true), ColumnSpec(.text),
  ])

  /// Returns the first fault of each field.
  package static func faults<Fields: RowFields>(
    of rules: [(field: Fields, rule: () throws -> Void)]
  ) throws -> RowSet {
    var faults: [(field: UInt64, failure: Failure)] = []
    for (field, rule) in rules where faults.allSatisfy({ $0.field != field.rawValue }) {
      do { try rule() } catch let failure as Failure { faults.append((field.rawValue, failure)) }
    }
    return try of(faults)
  }

  fileprivate static func of(_ faults: [(field: UInt64, failure: Failure)]) throws -> RowSet {
    let rows = try RowSet(.faults, faultLayout, expecting: faults.count)
    let columns = rows.layout.columns
    for (field, failure) in faults {
      var (message, name) = (failure.message, failure.field)
      let meant = failure.suggestion
      try rows.appendRow {
        rows.append(failure.kind.rawValue, to: columns[0])
        rows.append(Int64(bitPattern: field), to: columns[1])
        rows.append(failure.offset, to: columns[2])
        try message.withUTF8 { try rows.append($0, to: columns[3]) }
        rows.append(failure.reason.rawValue, to: columns[4])
        rows.append(failure.length, to: columns[5])
        try rows.append(optional: meant.isEmpty ? nil : meant, to: columns[6])
        try name.withUTF8 { try rows.append($0, to: columns[7]) }
      }
    }
    return rows
  }

  /// `row` is a row of the result.
  package func fault(_ row: Int) -> Fault {
    let columns = layout.columns
    return Fault(
      kind: Failure.Kind(rawValue: number(columns[0], row, as: Int32.self)) ?? .invalid,
      field: UInt64(bitPattern: number(columns[1], row, as: Int64.self)),
      offset: number(columns[2], row, as: Int64.self), message: text(columns[3], row),
      reason: number(columns[4], row, as: Int32.self),
      length: number(columns[5], row, as: Int32.self),
      suggestion: isPresent(columns[6], row) ? text(columns[6], row) : nil,
      name: text(columns[7], row))
  }
}

/// A failure of a draft's field, as a result holds it.
package struct Fault {
  package let kind: Failure.Kind
  package let field: UInt64
  package let offset: Int64
  package let message: Bytes
  package let reason: Int32
  package let length: Int32
  package let suggestion: Bytes?
  /// The name of the field.
  package let name: Bytes
}
