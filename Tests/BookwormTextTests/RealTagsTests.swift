// Tests the names of goodbooks-10k's tags, if that data set is next to the checkout.
import BookwormText
import Glibc
import Testing

private let tagsFile: String = {
  let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
  return root.joined(separator: "/") + "/../shared/data/goodbooks-10k/tags.csv"
}()

private func readTagNames() -> [String] {
  guard let file = fopen(tagsFile, "r") else { return [] }
  defer { fclose(file) }
  var line: UnsafeMutablePointer<CChar>?
  var capacity = 0
  defer { free(line) }
  var names: [String] = []
  while getline(&line, &capacity, file) > 0 {
    guard let line, let comma = strchr(line, 0x2C) else { continue }
    var name = String(cString: comma + 1)
    while let last = name.unicodeScalars.last, last == "\n" || last == "\r" {
      name.unicodeScalars.removeLast()
    }
    if name.hasPrefix("\""), name.hasSuffix("\""), name.count > 1 {
      name = String(name.dropFirst().dropLast())
    }
    names.append(name)
  }
  return Array(names.dropFirst())
}

@Suite(.enabled(if: access(tagsFile, R_OK) == 0, "needs ../shared/data/goodbooks-10k"))
struct RealTagsTests {
  @Test func tagsOfOneNameAreMerged() {
    let names = readTagNames()
    #expect(names.count == 34_252)
    // As many as with Python's unicodedata, by NFKC and full case folding.
    #expect(Set(names.map(genreKey)).count == 34_235)
  }

  @Test func everyTagIsFoundByItsOwnName() {
    for name in readTagNames().prefix(5_000) { #expect(contains("x \(name) y", name)) }
  }
}
