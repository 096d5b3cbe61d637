// Lists the orders of lists of books. The table of fields defines the orders by a field; this file
// defines the others.

extension SortKey {
  /// Nil for an unknown number.
  package init?(rawValue: Int32) {
    guard SortKey.orders.indices.contains(Int(rawValue)) else { return nil }
    self.init(rawValue)
  }

  package static let allCases: [SortKey] = orders.indices.map { SortKey(Int32($0)) }

  /// Its name in a search line.
  package var name: String { order.name.description }

  /// The field's name, or another label.
  package var label: StaticString { order.label }

  /// The columns that it compares, without the ids, which always come last.
  package var columns: [QueryColumn] { order.columns }

  /// The fields that it reads.
  var fields: BookFields { order.fields }

  /// Whether the order begins with a text's sort key.
  package var isText: Bool { columns.first?.isTextKey ?? false }
}

extension SortKey: CustomStringConvertible {
  package var description: String { label.description }
}

extension SortKey {
  private struct Order: Sendable {
    let name: StaticString
    let label: StaticString
    let columns: [QueryColumn]
    let fields: BookFields
  }

  private var order: Order { SortKey.orders[Int(rawValue)] }

  /// The orders by their numbers.
  private static let orders: [Order] = {
    var orders: [Int32: Order] = [
      rank.rawValue: Order(name: "rank", label: "rank", columns: [.rank], fields: .searched),
      id.rawValue: Order(name: "id", label: "id", columns: [], fields: []),
      genre.rawValue: Order(
        name: "genre", label: "genre", columns: [.genreKey], fields: .genres),
    ]
    for line in BookField.columns {
      guard let key = line.sort, orders[key.rawValue] == nil else { continue }
      let lines = BookField.columns.filter { $0.sort == key }
      orders[key.rawValue] = Order(
        name: line.word ?? line.name, label: line.name,
        columns: key == .price
          ? [.currency, .price]
          : key == .exactRating ? [.exactRating] : lines.map { QueryColumn(orderedBy: $0) },
        fields: fields(of: key, lines))
    }
    // The numbers have no gap.
    return (0..<Int32(orders.count)).compactMap { orders[$0] }
  }()

  /// The fields that an order reads, including those that its sort keys are derived from.
  private static func fields(of key: SortKey, _ lines: [BookField]) -> BookFields {
    // Any change may set `updated`.
    if key == .updated { return BookFields(rawValue: .max) }
    if key == .exactRating { return .rated }
    return lines.reduce(into: []) { fields, line in
      fields.formUnion(line.field)
      for key in BookField.keys where key.column == line.sortColumn {
        fields.formUnion(key.fields)
      }
    }
  }
}

extension BookField {
  /// Whether an order has the field's name. If several fields form one order, it has the name of
  /// the first.
  package var isSortKey: Bool { sort.map { $0.label.description == name.description } ?? false }
}
