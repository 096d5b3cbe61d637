// Lists the fields of books that decide what a query finds. A change of other fields leaves its
// list unchanged.

extension Query {
  /// The fields that decide whether a book is in the list, and where.
  package var decidingFields: BookFields {
    order.reduce(filteringFields) { $0.union($1.key.fields) }
  }

  /// The fields that its filters read, including those of nested queries.
  package var filteringFields: BookFields {
    var fields = filteredFields.subtracting(.matched)
    if contained.contains(where: { $0.field == .author }) { fields.formUnion(.contributors) }
    if started != nil || finished != nil { fields.insert(.readings) }
    for search in searches { fields.formUnion(search.fields) }
    for set in [BookFields.identifiers, .contributors, .priced, .rated]
    where !fields.isDisjoint(with: set) {
      fields.formUnion(set)
    }
    return (alternatives.joined() + excluded).reduce(fields) { $0.union($1.filteringFields) }
  }
}
