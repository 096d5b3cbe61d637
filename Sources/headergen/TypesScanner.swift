// Scans the declarations of bookworm_types.h one by one.

import Foundation

struct TypesScanner {
  enum Declaration {
    case macro(TypesHeader.Constant)
    case flag(TypesHeader.Flag)
    case flags(TypesHeader.FlagType)
    case enumeration(TypesHeader.Enumeration)
    case structure(TypesHeader.Structure)
    case foreign(String)
  }

  private var rest: Substring
  private var comment = ""

  init(_ text: String) {
    rest = Substring(text)
  }

  /// The next declaration, or nil at the end. `types` has the previous ones.
  mutating func next(_ types: TypesHeader) throws -> Declaration? {
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.isEmpty {
        return nil
      } else if rest.hasPrefix("/*") {
        let text = try take(through: "*/")
        comment = text.hasPrefix("/**") ? text : ""
      } else if rest.hasPrefix("#define") {
        if let declaration = try macro() { return declaration }
      } else if ["#if", "#el", "#endif"].contains(where: rest.hasPrefix) {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("struct") {
        return .foreign(try foreign())
      } else if rest.hasPrefix("typedef") {
        return try typedef(types)
      } else {
        throw Fault("bookworm_types.h: cannot read '\(rest.prefix(while: { $0 != "\n" }))'")
      }
    }
  }

  /// A foreign struct, which only its own callbacks read.
  private mutating func foreign() throws -> String {
    let words = try take(through: "{").split(whereSeparator: \.isWhitespace)
    _ = try take(through: "};")
    comment = ""
    return String(words[1])
  }

  /// A macro of the library that is a plain number or a bit; nil for any other, which Python does
  /// not need.
  private mutating func macro() throws -> Declaration? {
    var line = ""
    repeat {
      line = String(line.dropLast(line.hasSuffix("\\") ? 1 : 0))
      line += String(rest.prefix { $0 != "\n" })
      rest = rest.drop { $0 != "\n" }.dropFirst()
    } while line.hasSuffix("\\")
    defer { comment = "" }
    if line.contains("UINT64_C") { return .flag(try flag(line)) }
    let words = line.split(separator: " ")
    guard words.count == 3, words[1].hasPrefix("BW_"), let value = Int(words[2]) else { return nil }
    return .macro(
      .init(name: String(words[1]), value: value, documentation: DocComment(cComment: comment)))
  }

  /// `#define BW_BOOK_TITLE (UINT64_C(1) << 1)`, below its comment. The family is the name up to
  /// the second underscore.
  private func flag(_ line: String) throws -> TypesHeader.Flag {
    let words = line.split(separator: " ").map(String.init)
    let parts = words.count > 1 ? words[1].split(separator: "_") : []
    guard words.count == 5, words[2] == "(UINT64_C(1)", words[3] == "<<", words[4].hasSuffix(")"),
      let bit = Int(words[4].dropLast()), 0..<64 ~= bit, parts.count > 2, parts[0] == "BW"
    else {
      throw Fault("bookworm_types.h: '\(line)' is not '#define BW_FAMILY_NAME (UINT64_C(1) << n)'")
    }
    guard !comment.isEmpty else { throw Fault("bookworm_types.h: \(words[1]) has no comment") }
    return .init(
      name: words[1], family: "BW_\(parts[1])", bit: bit,
      documentation: DocComment(cComment: comment))
  }

  private mutating func typedef(_ types: TypesHeader) throws -> Declaration {
    let head = rest.prefix { $0 != "{" && $0 != ";" }
    let words = head.split(whereSeparator: \.isWhitespace).map(String.init)
    rest = rest.dropFirst(head.count)
    defer { comment = "" }
    if rest.hasPrefix(";") {
      rest = rest.dropFirst()
      guard words.count == 3, words[1] == CScalar.uint64.c else {
        throw Fault("bookworm_types.h: '\(words.joined(separator: " "))' declares no bits")
      }
      return .flags(.init(name: words[2], documentation: DocComment(cComment: comment)))
    }
    let documentation = DocComment(cComment: comment)
    let body = try take(through: "}").dropFirst().dropLast()
    let tail = try take(through: ";").dropLast().trimmingCharacters(in: .whitespaces)
    guard words.count == 3, words[2] == tail else {
      throw Fault("bookworm_types.h: the tag and the name of '\(tail)' differ")
    }
    switch words[1] {
    case "enum":
      let constants = try Self.items(body, endingWith: ",").map(Self.constant)
      return .enumeration(.init(name: tail, documentation: documentation, constants: constants))
    case "struct":
      let members = try Self.items(body, endingWith: ";").map { try Self.member($0, types) }
      return .structure(.init(name: tail, documentation: documentation, members: members))
    default: throw Fault("bookworm_types.h: cannot read 'typedef \(words[1])'")
    }
  }

  private mutating func take(through end: String) throws -> String {
    guard let range = rest.range(of: end) else {
      throw Fault("bookworm_types.h: no '\(end)' after '\(rest.prefix(40))'")
    }
    defer { rest = rest[range.upperBound...] }
    return String(rest[..<range.upperBound])
  }

  private typealias Item = (text: String, documentation: DocComment)

  /// The items of a body, each with the comment above it.
  private static func items(_ body: Substring, endingWith end: Character) -> [Item] {
    var items: [Item] = []
    var (text, comment) = ("", "")
    var rest = body
    func finish() {
      let declared = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if !declared.isEmpty { items.append((declared, DocComment(cComment: comment))) }
      (text, comment) = ("", "")
    }
    while let next = rest.first {
      if rest.hasPrefix("/*"), let close = rest.range(of: "*/") {
        if rest.hasPrefix("/**") { comment = String(rest[..<close.upperBound]) }
        rest = rest[close.upperBound...]
        continue
      }
      if next == end { finish() } else { text.append(next) }
      rest = rest.dropFirst()
    }
    finish()
    return items
  }

  private static func constant(_ item: Item) throws -> TypesHeader.Constant {
    let sides = item.text.split(separator: "=").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard sides.count == 2, let value = number(sides[1]) else {
      throw Fault(
        "bookworm_types.h: '\(item.text)' needs a number; every enum value is written out")
    }
    return .init(name: sides[0], value: value, documentation: item.documentation)
  }

  /// A number in a form that the file uses: decimal, 0x... or a shift.
  private static func number(_ text: String) -> Int? {
    let sides = text.split(separator: "<<").map { $0.trimmingCharacters(in: .whitespaces) }
    if sides.count == 2, let value = Int(sides[0]), let shift = Int(sides[1]), 0..<31 ~= shift {
      return value << shift
    }
    return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  private static func member(_ item: Item, _ types: TypesHeader) throws -> TypesHeader.Member {
    let text = item.text
    var declaration = Substring(text)
    var length: Int?
    if text.hasSuffix("]"), let bracket = text.lastIndex(of: "[") {
      length = Int(text[text.index(after: bracket)...].dropLast())
      declaration = text[..<bracket]
    }
    let name = declaration.reversed().prefix { $0 == "_" || $0.isLetter || $0.isNumber }.reversed()
    var words = declaration.dropLast(name.count)
      .replacingOccurrences(of: "*", with: " * ").split(separator: " ").map(String.init)
    let isConst = words.first == "const"
    if isConst { words.removeFirst() }
    guard let base = words.first, words.count <= 2, words.count == 1 || words[1] == "*",
      text.hasSuffix("]") == (length != nil),
      length == nil || CScalar(rawValue: base) != nil && words.count == 1
    else { throw Fault("bookworm_types.h: cannot read the member '\(text)'") }
    var type: CType
    if let scalar = CScalar(rawValue: base) {
      type = .scalar(scalar)
    } else if types.flagTypes.contains(where: { $0.name == base }) {
      type = .flags(base)
    } else if base == "void" && words.count == 2 {
      type = .void
    } else if types.enumerations.contains(where: { $0.name == base }) {
      type = .enumeration(base)
    } else if types.structures.contains(where: { $0.name == base }) {
      type = .structure(base)
    } else {
      throw Fault("bookworm_types.h: the member '\(text)' has an unknown type")
    }
    if words.count == 2 { type = .pointer(to: type, isConst: isConst) }
    return .init(
      name: String(name), type: type, length: length, documentation: item.documentation)
  }
}
