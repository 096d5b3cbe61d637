// The fields of a genre, as bits.

public struct GenreFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a genre"
  public static let names = ["id", "name", "colour", "global_id"]

  public static let id = GenreFields(bit: 0)
  public static let name = GenreFields(bit: 1)
  public static let colour = GenreFields(bit: 2)
  public static let globalID = GenreFields(bit: 3)
}
