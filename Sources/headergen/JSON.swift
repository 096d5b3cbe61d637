// Prints JSON. Objects keep the order of their members, and values that fit on one line are on one
// line.

indirect enum JSON {
  case string(String)
  case number(String)
  case bool(Bool)
  case array([JSON])
  case object([(name: String, value: JSON)])

  private static let lineLength = 180

  static func number(_ value: Int) -> JSON {
    .number(String(value))
  }

  static func strings(_ values: [String]) -> JSON {
    .array(values.map(JSON.string))
  }

  /// The text. Its first line begins at `column`, and its last line is indented by `indentation`.
  func text(indentation: Int = 0, column: Int = 0) -> String {
    let line = self.line
    if column + line.count <= JSON.lineLength { return line }
    let inner = String(repeating: " ", count: indentation + 2)
    let outer = String(repeating: " ", count: indentation)
    switch self {
    case .string, .number, .bool: return line
    case .array(let items):
      let lines = items.map { $0.text(indentation: inner.count, column: inner.count + 1) }
      return "[\n\(inner)\(lines.joined(separator: ",\n" + inner))\n\(outer)]"
    case .object(let members):
      let lines = members.map { name, value in
        let label = JSON.quoted(name) + ": "
        return label
          + value.text(indentation: inner.count, column: inner.count + label.count + 1)
      }
      return "{\n\(inner)\(lines.joined(separator: ",\n" + inner))\n\(outer)}"
    }
  }

  private var line: String {
    switch self {
    case .string(let text): JSON.quoted(text)
    case .number(let digits): digits
    case .bool(let value): value ? "true" : "false"
    case .array(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.quoted($0.name)): \($0.value.line)" }.joined(separator: ", ")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
