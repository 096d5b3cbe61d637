// A change mask filters the changes that an observer reports.
import BookwormRecords
import BookwormStorage
import BookwormStore

/// The updates that an observer wants.
struct ChangeMask: Equatable {
  private let fields: BookFields

  static let allowed = BookFields.readable.union(.all).union(
    BookFields(rawValue: Entity.book.descriptor.fields))

  init(_ given: BookFields) throws {
    try given.check(ChangeMask.allowed, "fields") { "changes of \($0) cannot be observed" }
    var fields = given.contains(.all) ? [] : given.logged
    // Add the fields that other fields imply.
    if fields.contains(.updated) {
      fields.formUnion(BookFields.row.union(.identifiers).union(.contributors))
    }
    if fields.contains(.picture) { fields.insert(.genres) }
    self.fields = fields
  }

  func includes(_ field: BookFields) -> Bool { fields.isEmpty || fields.contains(field) }

  /// Returns the changed fields that are wanted.
  func wanted(_ changed: BookFields) -> BookFields {
    fields.isEmpty ? changed : changed.intersection(fields)
  }

  /// Returns nil if the change is not wanted.
  func wanted(_ change: RowChange) -> RowChange? {
    guard let descriptor = change.entity?.descriptor else { return change }
    if let owner = descriptor.owner {
      return includes(BookFields(rawValue: owner.field)) ? change : nil
    }
    guard change.kind == .updated else { return change }
    if let users = descriptor.users {
      return includes(BookFields(rawValue: users.field)) ? change : nil
    }
    if change.entity != .book { return fields.isEmpty ? change : nil }
    var change = change
    change.fields = wanted(BookFields(rawValue: change.fields)).rawValue
    return change.fields == 0 ? nil : change
  }
}
