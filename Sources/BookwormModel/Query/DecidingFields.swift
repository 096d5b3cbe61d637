// Which fields of books decide what a query finds: a change of others leaves its list as it is.

extension Query {
  /// The fields that decide whether a book is in the list, and where.
  var decidingFields: BookFields { order.reduce(filteringFields) { $0.union($1.key.fields) } }

  /// Those that its filters look at, and those of the queries within it.
  var filteringFields: BookFields {
    var fields = filteredFields.subtracting(.matched)
    for search in searches { fields.formUnion(search.fields) }
    for set in [BookFields.identifiers, .priced] where !fields.isDisjoint(with: set) {
      fields.formUnion(set)
    }
    return (alternatives.joined() + excluded).reduce(fields) { $0.union($1.filteringFields) }
  }
}
