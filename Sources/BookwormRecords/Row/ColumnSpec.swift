// A column specification says how a column of a result is created.

package struct ColumnSpec {
  let field: UInt64
  let kind: FieldKind
  let optional: Bool
  /// The name in frames of a column that is not a field.
  var name: StaticString?

  var type: ColumnType { kind.type }

  package init(_ field: some FieldSet, _ kind: FieldKind, optional: Bool = false) {
    (self.field, self.kind, self.optional) = (field.rawValue, kind, optional)
  }

  package init(_ line: EntityField) {
    (field, kind, optional) = (line.bit, line.kind, line.isOptional)
  }

  /// Specifies a column that is not a field.
  package init(_ kind: FieldKind, optional: Bool = false) {
    (field, self.kind, self.optional) = (0, kind, optional)
  }

  /// Specifies a named column that is not a field.
  package init(_ name: StaticString, _ kind: FieldKind, optional: Bool = false) {
    (field, self.kind, self.optional, self.name) = (0, kind, optional, name)
  }
}
