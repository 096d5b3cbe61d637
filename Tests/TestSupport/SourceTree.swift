// The project's own sources, for tests that read them.
import Glibc

public enum SourceTree {
  /// The folder of Package.swift.
  public static let root: String = {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return path.dropLast(3).joined(separator: "/")
  }()

  /// Returns the paths, below the root, of all files in a folder whose names have this ending.
  public static func files(under folder: String, ending: String = ".swift") -> [String] {
    guard let entries = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(entries) }
    var files: [String] = []
    while let entry = readdir(entries) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      if isFolder {
        files += SourceTree.files(under: "\(folder)/\(name)", ending: ending)
      } else if name.hasSuffix(ending) {
        files.append("\(folder)/\(name)")
      }
    }
    return files.sorted()
  }

  public static func text(of file: String) -> String {
    contents(of: "\(root)/\(file)").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  public static func lines(of file: String) -> [Substring] {
    text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns Swift source line by line, with comments and the words of strings blanked out;
  /// interpolated expressions stay.
  public static func code(in source: String) -> [Substring] {
    var code = ""
    var rest = Array(source)[...]
    skimCode(&rest, until: nil, into: &code)
    return code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func skimCode(
    _ rest: inout ArraySlice<Character>, until end: Character?, into code: inout String
  ) {
    var depth = 0
    while let next = rest.first {
      if starts(rest, with: "//") {
        while let next = rest.first, next != "\n" { rest = rest.dropFirst() }
      } else if starts(rest, with: "\"\"\"") {
        skimText(&rest, quote: "\"\"\"", into: &code)
      } else if next == "\"" {
        skimText(&rest, quote: "\"", into: &code)
      } else {
        rest = rest.dropFirst()
        if next == "(" { depth += 1 }
        if next == end, depth == 0 { return }
        if next == ")" { depth -= 1 }
        code.append(next)
      }
    }
  }

  private static func skimText(
    _ rest: inout ArraySlice<Character>, quote: String, into code: inout String
  ) {
    rest = rest.dropFirst(quote.count)
    code += "\""
    while let next = rest.first {
      if starts(rest, with: quote) {
        rest = rest.dropFirst(quote.count)
        break
      }
      if starts(rest, with: "\\(") {
        rest = rest.dropFirst(2)
        code += " ("
        skimCode(&rest, until: ")", into: &code)
        code += ")"
      } else {
        // A line that continues with a backslash ends here all the same.
        let length = next == "\\" ? 2 : 1
        if rest.prefix(length).contains("\n") { code += "\n" }
        rest = rest.dropFirst(length)
      }
    }
    code += "\""
  }

  private static func starts(_ rest: ArraySlice<Character>, with start: String) -> Bool {
    rest.starts(with: start)
  }
}
