// The orders that lists of books have. Those of fields stand in the table of fields; here are the
// names of those that the code speaks of, and what the table cannot say.

public struct SortKey: Hashable, Sendable {
  /// That of the C interface.
  public let rawValue: Int32

  init(_ number: Int32) { rawValue = number }

  /// Nil where there is no such order.
  public init?(rawValue: Int32) {
    guard SortKey.orders.indices.contains(Int(rawValue)) else { return nil }
    self.rawValue = rawValue
  }

  public static let title = SortKey(0)
  public static let author = SortKey(1)
  public static let rating = SortKey(2)
  public static let status = SortKey(3)
  public static let created = SortKey(4)
  public static let updated = SortKey(5)
  public static let started = SortKey(6)
  public static let finished = SortKey(7)
  public static let favourite = SortKey(8)
  public static let series = SortKey(9)
  /// How well a book answers the query's search, the best first; without a search, all are equal.
  public static let rank = SortKey(10)
  /// The order in which books were added.
  public static let id = SortKey(11)
  public static let year = SortKey(16)
  /// Of one currency after the other.
  public static let price = SortKey(17)
  /// By the name of the primary genre.
  public static let genre = SortKey(18)

  public static let allCases: [SortKey] = orders.indices.map { SortKey(Int32($0)) }

  /// Its name in a search line.
  public var name: String { order.name.description }

  /// The field's name, or what else stands for it.
  var label: StaticString { order.label }

  /// What it compares; ids, which always come last, not named.
  var columns: [QueryColumn] { order.columns }

  /// The fields that it looks at.
  var fields: BookFields { order.fields }

  /// Whether it begins with a text's sort key.
  var isText: Bool { columns.first?.isTextKey ?? false }
}

extension SortKey: CustomStringConvertible {
  public var description: String { label.description }
}

extension SortKey {
  private struct Order: Sendable {
    let name: StaticString
    let label: StaticString
    let columns: [QueryColumn]
    let fields: BookFields
  }

  private var order: Order { SortKey.orders[Int(rawValue)] }

  /// By their numbers.
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
        columns: key == .price ? [.currency, .price] : lines.map { QueryColumn(orderedBy: $0) },
        fields: fields(of: key, lines))
    }
    // Without a gap.
    return (0..<Int32(orders.count)).compactMap { orders[$0] }
  }()

  /// With those that a sort key of theirs is made of too.
  private static func fields(of key: SortKey, _ lines: [BookField]) -> BookFields {
    // Any change may set it.
    if key == .updated { return BookFields(rawValue: .max) }
    return lines.reduce(into: []) { fields, line in
      fields.formUnion(line.field)
      for key in BookField.keys where key.fields.contains(line.field) {
        fields.formUnion(key.fields)
      }
    }
  }
}
