// The fields of a quote, as bits.

public struct QuoteFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a quote"
  public static let names = ["id", "book", "text", "page", "created", "global_id"]

  public static let id = QuoteFields(bit: 0)
  public static let book = QuoteFields(bit: 1)
  public static let text = QuoteFields(bit: 2)
  public static let page = QuoteFields(bit: 3)
  public static let created = QuoteFields(bit: 4)
  public static let globalID = QuoteFields(bit: 5)

  /// What a caller may give for a quote.
  static let givable: QuoteFields = [.text, .page]
}
