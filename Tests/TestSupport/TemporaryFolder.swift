// Creates a folder for one test, which is deleted with its contents when the test is over.
import Glibc

package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/bookworm-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { characters in
      characters.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = made ?? "/tmp/bookworm-test-without-a-folder"
  }

  deinit {
    for name in files { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the names of the files in the folder, sorted.
  package var files: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// Returns the bytes of a file; nil if it cannot be opened.
package func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var contents: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&piece, 1, piece.count, file)
    if count == 0 { return contents }
    contents += piece[..<count]
  }
}

package func write(_ contents: [UInt8], to path: String) {
  guard let file = fopen(path, "wb") else { return }
  fwrite(contents, 1, contents.count, file)
  fclose(file)
}
