// What a column of a result is made for.

struct ColumnSpec {
  let field: UInt64
  let kind: FieldKind
  let optional: Bool
  /// Of what is no field, but stands in frames.
  var name: StaticString?

  var type: ColumnType { kind.type }

  init(_ field: some FieldSet, _ kind: FieldKind, optional: Bool = false) {
    (self.field, self.kind, self.optional) = (field.rawValue, kind, optional)
  }

  init(_ line: EntityField) {
    (field, kind, optional) = (line.bit, line.kind, line.isOptional)
  }

  /// What is no field.
  init(_ kind: FieldKind, optional: Bool = false) {
    (field, self.kind, self.optional) = (0, kind, optional)
  }

  /// What is no field either.
  init(_ name: StaticString, _ kind: FieldKind, optional: Bool = false) {
    (field, self.kind, self.optional, self.name) = (0, kind, optional, name)
  }
}
