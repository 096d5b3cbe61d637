// The fields of books and genres, as bits: what is given, read or changed. The numbers are those of
// the C interface, and stand in the change log too.

public struct Fields: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let id = Fields(rawValue: 1 << 0)
  public static let title = Fields(rawValue: 1 << 1)
  public static let author = Fields(rawValue: 1 << 2)
  public static let synopsis = Fields(rawValue: 1 << 3)
  public static let review = Fields(rawValue: 1 << 4)
  public static let notes = Fields(rawValue: 1 << 5)
  public static let rating = Fields(rawValue: 1 << 6)
  public static let favourite = Fields(rawValue: 1 << 7)
  public static let status = Fields(rawValue: 1 << 8)
  public static let series = Fields(rawValue: 1 << 9)
  public static let seriesNumber = Fields(rawValue: 1 << 10)
  public static let year = Fields(rawValue: 1 << 11)
  public static let created = Fields(rawValue: 1 << 12)
  public static let updated = Fields(rawValue: 1 << 13)
  public static let started = Fields(rawValue: 1 << 14)
  public static let finished = Fields(rawValue: 1 << 15)
  public static let genres = Fields(rawValue: 1 << 16)
  public static let identifierSchemes = Fields(rawValue: 1 << 17)
  public static let identifierValues = Fields(rawValue: 1 << 18)
  public static let genreNames = Fields(rawValue: 1 << 19)
  public static let name = Fields(rawValue: 1 << 20)
  public static let colour = Fields(rawValue: 1 << 21)
  public static let rgb = Fields(rawValue: 1 << 22)
  public static let books = Fields(rawValue: 1 << 23)
  public static let price = Fields(rawValue: 1 << 24)
  public static let currency = Fields(rawValue: 1 << 25)
  public static let quotes = Fields(rawValue: 1 << 26)
  public static let matched = Fields(rawValue: 1 << 27)
  public static let snippet = Fields(rawValue: 1 << 28)
  public static let rank = Fields(rawValue: 1 << 29)
  public static let picture = Fields(rawValue: 1 << 30)

  /// The fields of a book that are lists.
  public static let bookLists: Fields = [.genres, .identifierSchemes, .identifierValues]
  public static let identifiers: Fields = [.identifierSchemes, .identifierValues]
  public static let bookAll: Fields = [.standard, .bookLists]
  /// What a query tells of the place where its search found a book.
  public static let found: Fields = [.matched, .snippet, .rank]
  /// A book has both of them or neither.
  public static let priced: Fields = [.price, .currency]
  public static let genre: Fields = [.id, .name, .colour, .rgb, .books]
}

extension Fields {
  /// As the change log has them: genres given by name are genres.
  var logged: Fields {
    contains(.genreNames) ? subtracting(.genreNames).union(.genres) : self
  }
}

public enum BookStatus: Int32, CaseIterable, Sendable {
  case onShelf, inProgress, completed, didNotFinish

  public var name: String {
    switch self {
    case .onShelf: "on-shelf"
    case .inProgress: "in-progress"
    case .completed: "completed"
    case .didNotFinish: "did-not-finish"
    }
  }
}
