// Writes a field in Python: its line in a table of fields, and the type of its values.
import BookwormRecords

extension EntityField {
  /// The name of the field's attribute: the column's name, except `book_id` for the id of a book
  /// and `book_count` for a number of books.
  var pythonName: String {
    switch column {
    case "book": "book_id"
    case "books": "book_count"
    default: column
    }
  }

  /// A line of a table: name, bit, kind, help, whether every row has it, and whether a program may
  /// set it.
  func pythonLine(_ constant: String, help: String, indent: String) -> String {
    let items = [
      "\"\(pythonName)\"", constant, "\"\(pythonKind)\"", "\"\(help)\"",
      isOptional ? "False" : "True", isSettable ? "True" : "False",
    ]
    let line = "\(indent)(" + items.joined(separator: ", ") + "),"
    if line.count <= 100 { return line }
    return "\(indent)(\n" + items.map { "\(indent)    \($0),\n" }.joined() + "\(indent)),"
  }

  var pythonAttribute: String {
    "        \(pythonName): \(pythonType)\(isOptional ? " | None" : "")"
  }

  /// The name of the field's kind in the Python package, which determines how values are converted.
  private var pythonKind: String {
    if rule == .outcome { return "outcome" }
    return switch kind {
    case .int64, .int32: "int"
    case .double: "double"
    case .text: "text"
    case .flag: "bool"
    case .status: "status"
    case .instant: "instant"
    case .date: "date"
    case .int64List, .dateList, .outcomeList: "int64 list"
    case .textList: "text list"
    case .uuid: "uuid"
    }
  }

  private var pythonType: String {
    if rule == .outcome { return "str" }
    if column == "rgb" { return "tuple[int, int, int]" }
    return switch kind {
    case .int64, .int32: "int"
    case .double: "float"
    case .text: "str"
    case .flag: "bool"
    case .status: "Status"
    case .instant: "datetime.datetime"
    case .date: "datetime.date"
    case .int64List, .dateList, .outcomeList: "list[int]"
    case .textList: "list[str]"
    case .uuid: "uuid.UUID"
    }
  }
}
