// Reads the project's own sources, for tests of them.
import Glibc

package enum SourceTree {
  /// The folder of Package.swift.
  package static let root: String = {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return path.dropLast(3).joined(separator: "/")
  }()

  /// Returns the paths, below the root, of all files in a folder whose names have this ending.
  package static func files(under folder: String, ending: String = ".swift") -> [String] {
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

  package static func text(of file: String) -> String {
    contents(of: "\(root)/\(file)").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package static func lines(of file: String) -> [Substring] {
    text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns Swift source line by line, with comments and the words of strings blanked out;
  /// interpolated expressions stay.
  package static func code(in source: String) -> [Substring] {
    var code: [UInt8] = []
    // Uses bytes, because a test build compares characters slowly.
    var rest = Array(source.utf8)[...]
    skimCode(&rest, until: nil, into: &code)
    return String(decoding: code, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func skimCode(
    _ rest: inout ArraySlice<UInt8>, until end: UInt8?, into code: inout [UInt8]
  ) {
    var depth = 0
    while let next = rest.first {
      if starts(rest, with: "//") {
        while let next = rest.first, next != UInt8(ascii: "\n") { rest = rest.dropFirst() }
      } else if starts(rest, with: "\"\"\"") {
        skimText(&rest, quote: "\"\"\"", into: &code)
      } else if next == UInt8(ascii: "\"") {
        skimText(&rest, quote: "\"", into: &code)
      } else {
        rest = rest.dropFirst()
        if next == UInt8(ascii: "(") { depth += 1 }
        if next == end, depth == 0 { return }
        if next == UInt8(ascii: ")") { depth -= 1 }
        code.append(next)
      }
    }
  }

  private static func skimText(
    _ rest: inout ArraySlice<UInt8>, quote: StaticString, into code: inout [UInt8]
  ) {
    rest = rest.dropFirst(quote.utf8CodeUnitCount)
    code.append(UInt8(ascii: "\""))
    while let next = rest.first {
      if starts(rest, with: quote) {
        rest = rest.dropFirst(quote.utf8CodeUnitCount)
        break
      }
      if starts(rest, with: "\\(") {
        rest = rest.dropFirst(2)
        code += Array(" (".utf8)
        skimCode(&rest, until: UInt8(ascii: ")"), into: &code)
        code.append(UInt8(ascii: ")"))
      } else {
        // A line that continues with a backslash ends here too.
        let length = next == UInt8(ascii: "\\") ? 2 : 1
        let newLine = UInt8(ascii: "\n")
        if rest.prefix(length).contains(newLine) { code.append(newLine) }
        rest = rest.dropFirst(length)
      }
    }
    code.append(UInt8(ascii: "\""))
  }

  private static func starts(_ rest: ArraySlice<UInt8>, with start: StaticString) -> Bool {
    guard rest.first == start.utf8Start.pointee else { return false }
    return rest.starts(
      with: UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount))
  }
}
