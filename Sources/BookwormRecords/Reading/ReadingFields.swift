// This table lists the fields of a reading, a line each.

package struct ReadingFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a reading"
  package static let entity = Entity.reading

  package static let id = ReadingFields(bit: 0)
  package static let book = ReadingFields(bit: 1)
  package static let outcome = ReadingFields(bit: 2)
  package static let started = ReadingFields(bit: 3)
  package static let finished = ReadingFields(bit: 4)
  package static let page = ReadingFields(bit: 5)
  package static let percent = ReadingFields(bit: 6)
  package static let note = ReadingFields(bit: 7)
  package static let created = ReadingFields(bit: 8)
  package static let globalID = ReadingFields(bit: 9)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
    line(.id, "id", .int64, .stored, help: "Given by the store, never reused. An int."),
    line(.book, "book", .int64, .stored, help: "The id of the book that was read."),
    line(
      .outcome, "outcome", .int32, .always, .outcome,
      label: Localised(en: "Outcome", de: "Ergebnis", pl: "Wynik", ko: "결과"),
      help: "'open', 'completed' or 'did-not-finish'."),
    line(.started, "started", .date, help: "The day when it began, a date, or None."),
    line(.finished, "finished", .date, help: "The day when it ended, a date, or None."),
    line(
      .page, "page", .int32, .optional, .notNegative,
      help: "The page that the reader has come to, an int, or None."),
    line(
      .percent, "percent", .double, .optional, .percent,
      label: Localised(en: "Percent", de: "Prozent", pl: "Procent", ko: "퍼센트"),
      help: """
        How much the reader has read, a float from 0 to 100, or None. Setting the page clears it, \
        and the other way round.
        """),
    line(
      .note, "note", .text,
      label: Localised(en: "Note", de: "Notiz", pl: "Notatka", ko: "메모"),
      help: "The reader's words, or None. At most 16 MiB as UTF-8."),
    line(
      .created, "created", .instant, .stored,
      help: "When it was added: an aware datetime in UTC, to the millisecond."),
    line(
      .globalID, "global_id", .uuid, .stored,
      help: "The same in every copy of the store. A uuid.UUID."),
  ]

  /// The progress of a reading, which has one of these fields or neither.
  package static let progress: ReadingFields = [.page, .percent]

  package static func check(_ reading: Draft<ReadingFields>) throws {
    guard !reading.given.isSuperset(of: progress) else {
      throw Failure(
        .invalid, "percent", "page and percent are both given; a reading can have only one of them")
    }
  }
}

package typealias ReadingDraft = Draft<ReadingFields>
