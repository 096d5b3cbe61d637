// Prints a documentation comment in C: filled to the line length, with the parameters in a table.

struct CComment {
  static let lineLength = 100

  private var lines: [String] = []
  private var lastBlock: DocComment.Block?

  /// The comment, "/** ... */", with a newline at its end; on one line if it fits.
  static func text(_ documentation: DocComment, marker: String = "/**") -> String {
    let lines = Self.lines(documentation)
    let single = "\(marker) \(lines.joined()) */"
    if lines.count == 1, single.count <= lineLength { return single + "\n" }
    return marker + "\n" + lines.map { $0.isEmpty ? " *\n" : " * \($0)\n" }.joined() + " */\n"
  }

  /// The comment's lines without the frame.
  static func lines(_ documentation: DocComment) -> [String] {
    var comment = CComment()
    let names = documentation.blocks.map { block in
      if case .parameter(let name, _) = block { name.count } else { 0 }
    }
    for block in documentation.blocks { comment.append(block, nameWidth: names.max() ?? 0) }
    return comment.lines
  }

  /// `text` split into lines of at most `width` characters.
  static func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private mutating func append(_ block: DocComment.Block, nameWidth: Int) {
    if let lastBlock, !lastBlock.isList || !block.isOfKind(lastBlock) { lines.append("") }
    lastBlock = block
    switch block {
    case .paragraph(let text):
      append(text, first: "", hang: "")
    case .bullet(let text):
      append(text, first: "- ", hang: "  ")
    case .parameter(let name, let text):
      let gap = String(repeating: " ", count: nameWidth - name.count)
      append(
        text, first: "  \(name)\(gap)  ", hang: String(repeating: " ", count: nameWidth + 4))
    case .field(let name, let text):
      append("\(name): \(text)", first: "", hang: "  ")
    case .code(let code):
      lines += code.map { $0.isEmpty ? "" : "    " + $0 }
    }
  }

  private mutating func append(_ text: String, first: String, hang: String) {
    let width = Self.lineLength - " * ".count - hang.count
    for (index, line) in Self.filled(Self.plain(text), width: width).enumerated() {
      lines.append((index == 0 ? first : hang) + line)
    }
  }

  /// Removes the code marks around names that C programmers recognise.
  private static func plain(_ text: String) -> String {
    let parts = text.replacing("``", with: "`").split(
      separator: "`", omittingEmptySubsequences: false)
    var result = ""
    for (index, part) in parts.enumerated() {
      let isCode = index % 2 == 1
      let isPlain =
        part.hasPrefix("bw_") || part.hasPrefix("BW_") || part == "NULL" || part.contains("(")
      result += isCode && !isPlain ? "`\(part)`" : String(part)
    }
    return result
  }
}

extension DocComment.Block {
  fileprivate var isList: Bool {
    switch self {
    case .bullet, .parameter, .field: true
    case .paragraph, .code: false
    }
  }

  fileprivate func isOfKind(_ other: Self) -> Bool {
    switch (self, other) {
    case (.bullet, .bullet), (.parameter, .parameter), (.field, .field): true
    default: false
    }
  }
}
