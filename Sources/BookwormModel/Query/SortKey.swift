// The orders of lists of books. The table of fields defines those of fields; this file names those
// that code refers to, and defines the others.

public struct SortKey: Hashable, Sendable {
  /// The number in the C interface.
  public let rawValue: Int32

  init(_ number: Int32) { rawValue = number }

  /// Nil for an unknown number.
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
  /// The relevance to the query's search, the best first. Without a search, all books are equal.
  public static let rank = SortKey(10)
  /// The order that books were added.
  public static let id = SortKey(11)
  public static let year = SortKey(16)
  /// By currency, then by amount.
  public static let price = SortKey(17)
  /// By the name of the primary genre.
  public static let genre = SortKey(18)
  /// By the exact rating, or the whole rating of a book without one.
  public static let exactRating = SortKey(19)

  public static let allCases: [SortKey] = orders.indices.map { SortKey(Int32($0)) }

  /// Its name in a search line.
  public var name: String { order.name.description }

  /// The field's name, or another label.
  var label: StaticString { order.label }

  /// The columns that it compares, without the ids, which always come last.
  var columns: [QueryColumn] { order.columns }

  /// The fields that it reads.
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
        columns: key == .price
          ? [.currency, .price]
          : key == .exactRating ? [.exactRating] : lines.map { QueryColumn(orderedBy: $0) },
        fields: fields(of: key, lines))
    }
    // Without a gap.
    return (0..<Int32(orders.count)).compactMap { orders[$0] }
  }()

  /// Including the fields that their sort keys are derived from.
  private static func fields(of key: SortKey, _ lines: [BookField]) -> BookFields {
    // Any change may set it.
    if key == .updated { return BookFields(rawValue: .max) }
    if key == .exactRating { return .rated }
    return lines.reduce(into: []) { fields, line in
      fields.formUnion(line.field)
      for key in BookField.keys where key.fields.contains(line.field) {
        fields.formUnion(key.fields)
      }
    }
  }
}
