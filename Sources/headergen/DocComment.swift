// Splits a documentation comment in Swift's markup into blocks.

import Foundation

struct DocComment {
  enum Block: Equatable {
    case paragraph(String)
    case bullet(String)
    case parameter(name: String, text: String)
    /// A field such as "Returns" or "Complexity", with its text.
    case field(name: String, text: String)
    case code([String])
  }

  /// The comment without its markers.
  let text: String
  private(set) var blocks: [Block] = []

  var isEmpty: Bool {
    blocks.isEmpty
  }

  /// The first sentence, up to a colon or semicolon if it has one, as one line.
  var summary: String {
    guard case .paragraph(let paragraph)? = blocks.first else { return "" }
    guard let end = paragraph.range(of: #"[.:;](\s|$)"#, options: .regularExpression) else {
      return paragraph
    }
    return paragraph[..<end.lowerBound] + "."
  }

  /// Every paragraph on one line, with empty lines between them, and code indented by four spaces.
  var paragraphs: String {
    blocks.map { block in
      switch block {
      case .paragraph(let text): text
      case .bullet(let text): "- \(text)"
      case .parameter(let name, let text), .field(let name, let text): "\(name): \(text)"
      case .code(let lines): lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
      }
    }.joined(separator: "\n\n")
  }

  /// Takes the lines of a `///` comment.
  init(lines: [String]) {
    text = lines.joined(separator: "\n")
    var fence: [String]?
    var inParameters = false
    var afterBlank = true
    for line in lines {
      let content = line.trimmingCharacters(in: .whitespaces)
      let indentation = line.prefix { $0 == " " }.count
      defer { afterBlank = content.isEmpty }
      if content.hasPrefix("```") {
        if let code = fence { blocks.append(.code(code)) }
        fence = fence == nil ? [] : nil
      } else if fence != nil {
        fence?.append(line)
      } else if content.isEmpty {
        continue
      } else if content == "- Parameters:" {
        inParameters = true
      } else if content.hasPrefix("- ") || content.hasPrefix("* ") {
        inParameters = inParameters && indentation > 0
        blocks.append(Self.item(String(content.dropFirst(2)), isParameter: inParameters))
      } else if indentation >= 4, afterBlank || isInCode {
        appendCode(String(line.dropFirst(4)), afterBlank: afterBlank)
      } else if afterBlank && indentation == 0 {
        inParameters = false
        blocks.append(.paragraph(content))
      } else {
        continueBlock(content)
      }
    }
  }

  /// Takes a `/** ... */` comment.
  init(cComment: String) {
    var lines = cComment.trimmingCharacters(in: .whitespaces).components(separatedBy: "\n")
    lines = lines.map { line in
      var content = Substring(line).drop(while: \.isWhitespace)
      for marker in ["/**", "/*", "*/", "*"] where content.hasPrefix(marker) {
        content = content.dropFirst(marker.count)
        break
      }
      let end = content.range(of: "*/")?.lowerBound ?? content.endIndex
      content = content[..<end]
      return String(content.hasPrefix(" ") ? content.dropFirst() : content)
    }
    self.init(lines: lines)
  }

  /// Renames the parameters; `names` has their names in C by those in Swift.
  func renamingParameters(_ names: [String: String]) throws -> DocComment {
    func renamed(_ text: String) -> String {
      names.reduce(text) { $0.replacingOccurrences(of: "`\($1.key)`", with: "`\($1.value)`") }
    }
    var result = self
    result.blocks = try blocks.map { block in
      switch block {
      case .paragraph(let text): return .paragraph(renamed(text))
      case .bullet(let text): return .bullet(renamed(text))
      case .field(let name, let text): return .field(name: name, text: renamed(text))
      case .code: return block
      case .parameter(let name, let text):
        guard let cName = names[name] else { throw Fault("no parameter is named '\(name)'") }
        return .parameter(name: cName, text: renamed(text))
      }
    }
    return result
  }

  private var isInCode: Bool {
    if case .code? = blocks.last { true } else { false }
  }

  private static func item(_ text: String, isParameter: Bool) -> Block {
    guard let colon = text.range(of: ":") else { return .bullet(text) }
    let name = String(text[..<colon.lowerBound])
    let rest = text[colon.upperBound...].trimmingCharacters(in: .whitespaces)
    if isParameter { return .parameter(name: name, text: rest) }
    if name.hasPrefix("Parameter ") {
      return .parameter(name: String(name.dropFirst("Parameter ".count)), text: rest)
    }
    let isField = name.first?.isUppercase == true && name.allSatisfy(\.isLetter)
    return isField ? .field(name: name, text: rest) : .bullet(text)
  }

  private mutating func appendCode(_ line: String, afterBlank: Bool) {
    guard case .code(let code)? = blocks.last else {
      blocks.append(.code([line]))
      return
    }
    blocks[blocks.count - 1] = .code(code + (afterBlank ? [""] : []) + [line])
  }

  private mutating func continueBlock(_ more: String) {
    let last = blocks.popLast()
    func joined(_ text: String) -> String { text.isEmpty ? more : text + " " + more }
    switch last {
    case .paragraph(let text): blocks.append(.paragraph(joined(text)))
    case .bullet(let text): blocks.append(.bullet(joined(text)))
    case .parameter(let name, let text): blocks.append(.parameter(name: name, text: joined(text)))
    case .field(let name, let text): blocks.append(.field(name: name, text: joined(text)))
    case .code(let code): blocks += [.code(code), .paragraph(more)]
    case nil: blocks.append(.paragraph(more))
    }
  }
}
