// Matches the columns of a caller's Arrow stream to the fields of books by their names, before
// anything is read.
import BookwormRecords
import CBookwormTypes

/// A column, copied out of the caller's schema.
final class ArrowColumnSchema {
  let name: String
  let type: ArrowType
  private(set) var dictionary: ArrowColumnSchema?
  private(set) var item: ArrowColumnSchema?

  /// The levels of a schema. A level never contains itself, so reading ends even if a caller's
  /// schema contains itself.
  private enum Level { case column, item, dictionary }

  convenience init(_ schema: ArrowSchema, _ name: String) throws {
    try self.init(schema, name, .column)
  }

  private init(_ schema: ArrowSchema, _ name: String, _ level: Level) throws {
    self.name = name
    guard let type = ArrowType(schema.formatText) else {
      throw Failure(
        .argument, name, "the column \(name) is of \(schema.typeName), which no field accepts")
    }
    self.type = type
    if let values = schema.dictionary {
      guard type.isInteger, level != .dictionary else {
        throw Failure(.argument, name, "the column \(name) has a dictionary, but no integers")
      }
      dictionary = try ArrowColumnSchema(values.pointee, name, .dictionary)
    }
    guard type.isList else { return }
    guard level == .column else {
      throw Failure(.argument, name, "the column \(name) is a list of lists")
    }
    guard schema.n_children == 1, let items = schema.children?[0] else {
      throw Failure(.argument, name, "the column \(name) is a list without items")
    }
    item = try ArrowColumnSchema(items.pointee, name, .item)
  }

  var isText: Bool { (dictionary?.type ?? type).isText }
  var isInteger: Bool { type.isInteger && dictionary == nil }
}

extension FieldKind {
  /// Whether a column may contain values of this kind.
  fileprivate func isMet(by column: ArrowColumnSchema) -> Bool {
    let (type, isText, isInteger) = (column.type, column.isText, column.isInteger)
    if type == .null { return true }
    return switch self {
    case .text, .uuid: isText
    case .int32, .int64: isInteger
    case .double: isInteger || type == .float || type == .double
    case .flag: isInteger || type == .boolean
    case .status: isText || isInteger
    case .instant: type.isInstant
    case .date: type == .days || type == .milliseconds
    // If all lists of a column are empty, their items may have the type null.
    case .int64List, .textList: column.item.map { $0.isText || $0.type == .null } ?? false
    case .dateList: column.item.map { FieldKind.date.isMet(by: $0) } ?? false
    case .outcomeList: column.item.map { FieldKind.status.isMet(by: $0) } ?? false
    }
  }

  fileprivate var need: String {
    switch self {
    case .text, .uuid: "utf8"
    case .int32, .int64: "an integer type"
    case .double: "a floating-point or integer type"
    case .flag: "boolean, or an integer type with 0 and 1"
    case .status: "utf8 (\"on-shelf\", ...), or an integer type"
    case .instant: "a timestamp with a time zone"
    case .date: "date32 or date64"
    case .int64List, .textList: "a list of utf8"
    case .dateList: "a list of date32 or date64"
    case .outcomeList: "a list of utf8 (\"completed\", ...), or of an integer type"
    }
  }
}

extension BookFields {
  /// For a field of genres by id, the corresponding field of genres by name; nil for any other
  /// field.
  fileprivate var asNames: BookFields? {
    switch self {
    case .genres: .genreNames
    case .addGenres: .addGenreNames
    case .removeGenres: .removeGenreNames
    default: nil
    }
  }

  fileprivate var isGenreNames: Bool {
    [.genreNames, .addGenreNames, .removeGenreNames].contains(self)
  }
}

struct ArrowField {
  let line: BookField
  let schema: ArrowColumnSchema
  /// Its place among the stream's columns.
  let place: Int

  /// The fields of a stream's columns. Throws if a column is not a field, if two columns are the
  /// same field, or if a required column is missing.
  static func all(_ schema: ArrowSchema, _ purpose: RowPurpose) throws -> [ArrowField] {
    // Genres are given by name even in a column whose field has ids, such as `genres`: ids are
    // valid only in their own store, and a frame does not say which store that is.
    let known = BookField.all.filter { purpose.allowed.contains($0.field) }.map { line in
      (name: line.name.description, line: line.field.asNames.flatMap { BookField.of($0) } ?? line)
    }
    guard schema.formatText == "+s", schema.n_children >= 0,
      schema.n_children <= 10_000
    else {
      throw Failure(
        .argument, "stream", "the stream's schema must be a struct of at most 10000 named columns")
    }
    var fields: [ArrowField] = []
    for place in 0..<Int(schema.n_children) {
      guard let child = schema.children?[place]?.pointee else {
        throw Failure(.argument, "stream", "the stream's schema has no column \(place)")
      }
      let name = child.name.map { String(cString: $0) } ?? ""
      // The labels of a pandas frame's rows.
      if name.hasPrefix("__index_level_") { continue }
      guard let (_, line) = known.first(where: { $0.name == name }) else {
        throw Failure(
          .argument, name.isEmpty ? "stream" : String(name.prefix(40)),
          "\(purpose.what) has no field for the column \"\(name.prefix(40))\"; "
            + advice(name, known.map(\.name)))
      }
      try ArrowField.checkZone(child, name, line.kind)
      let isGenres = line.field.isGenreNames
      let misfit = Failure(
        .argument, name,
        "the column \(name) is of \(child.typeName); it must be of \(line.kind.need)"
          + (isGenres ? ", the genres' names: ids of genres are those of one store only" : ""))
      guard ArrowType(child.formatText) != nil else { throw misfit }
      let column = try ArrowColumnSchema(child, name)
      guard line.kind.isMet(by: column) else { throw misfit }
      guard !fields.contains(where: { $0.line.field == line.field }) else {
        throw Failure(.argument, name, "two columns hold \(line.name), one named \(name)")
      }
      fields.append(ArrowField(line: line, schema: column, place: place))
    }
    let given = fields.reduce(into: BookFields()) { $0.formUnion($1.line.field) }
    let author: BookFields = given.contains(.contributorNames) ? .author : []
    for field in purpose.needed.subtracting(given).subtracting(author).bits {
      let name = BookField.name(of: field)
      throw Failure(.invalid, name, "there is no column \(name); \(purpose.need)")
    }
    return fields
  }

  /// Advice for a column that is not a field.
  private static func advice(_ name: String, _ known: [String]) -> String {
    var stem = name.lowercased()
    if stem.hasSuffix("s") { stem.removeLast() }
    let alike = known.filter { stem.count > 2 && $0.hasPrefix(stem) }
    let same = alike.filter { $0 == stem || $0 == stem + "s" }
    let meant = same.isEmpty ? alike : same
    return meant.isEmpty
      ? "leave the column out" : "did you mean \(meant.joined(separator: " and "))?"
  }

  /// Refuses timestamps without a time zone for an instant.
  private static func checkZone(
    _ schema: ArrowSchema, _ name: String, _ kind: FieldKind
  ) throws {
    let format = schema.formatText
    guard kind == .instant, format.hasPrefix("ts"), format.hasSuffix(":") else { return }
    throw Failure(
      .argument, name, "the column \(name) has timestamps without a time zone; give them one")
  }
}

extension ArrowSchema {
  fileprivate var formatText: String { format.map { String(cString: $0) } ?? "" }

  /// The name in Arrow's documentation, or the format string.
  fileprivate var typeName: String {
    let format = formatText
    if let name = ArrowSchema.names[format] { return name }
    if format.hasPrefix("ts") { return "timestamp" }
    if format.hasPrefix("d:") { return "decimal" }
    return "the Arrow type \"\(format.prefix(40))\""
  }

  private static let names = [
    "n": "null", "b": "boolean", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16",
    "i": "int32", "I": "uint32", "l": "int64", "L": "uint64", "f": "float", "g": "double",
    "u": "utf8", "U": "large_utf8", "vu": "utf8_view", "z": "binary", "Z": "large_binary",
    "tdD": "date32", "tdm": "date64", "+l": "list", "+L": "large_list", "+s": "struct",
  ]
}
