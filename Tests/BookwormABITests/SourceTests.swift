// Tests promises of the sources: nothing traps, imports go one way, and files stay small.
import TestSupport
import Testing

@Suite struct SourceTests {
  /// The modules of the model, from the bottom up.
  static let model = [
    "BookwormRecords", "BookwormStore", "BookwormBooks", "BookwormQuery", "BookwormExchange",
    "BookwormFrontend",
  ]
  static let layers = ["BookwormText", "BookwormStorage"] + model + ["BookwormABI"]
  static let libraryFiles = layers.flatMap { SourceTree.files(under: "Sources/\($0)") }
  static let allFiles =
    SourceTree.files(under: "Sources") + SourceTree.files(under: "Tests") + ["Package.swift"]

  @Test func theSourcesAreFound() {
    #expect(Self.libraryFiles.count > 50)
    #expect(Self.allFiles.contains("Tests/BookwormABITests/SourceTests.swift"))
  }

  // MARK: Traps

  /// Words of code that can end the process.
  static let traps = [
    "try!", "as!", "fatalError", "precondition(", "preconditionFailure", "assert(",
    "assertionFailure", "unsafelyUnwrapped", "withoutActuallyEscaping",
  ]

  static func traps(in line: Substring) -> [String] {
    var found = traps.filter { line.contains($0) }
    // An exclamation mark after a value unwraps it; after a type's name it would unwrap it later.
    for (before, (mark, after)) in zip(line, zip(line.dropFirst(), line.dropFirst(2) + " "))
    where mark == "!" && after != "=" {
      if before.isLetter || before.isNumber || "_)]}?>\"".contains(before) { found.append("!") }
    }
    return found
  }

  @Test(arguments: libraryFiles)
  func nothingInTheLibraryTraps(file: String) {
    for (number, line) in SourceTree.code(in: SourceTree.text(of: file)).enumerated() {
      #expect(Self.traps(in: line) == [], "\(file):\(number + 1): \(line)")
    }
  }

  @Test(arguments: [
    ("let a = b!", 1), ("f(a!.b, c![0]!)", 3), ("var a: Int!", 1), ("let a = try! f()", 2),
    ("a as! B", 2), ("if !a && b != c { !d }", 0), ("a!=b", 0), ("fatalError()", 1),
    ("// a!", 0), ("\"a!\"", 0), ("\"a\\(b!)c!\"", 1), ("\"\\\"!\" + a!", 1), ("f { $0 }!", 1),
  ])
  func theScannerKnowsATrap(line: String, count: Int) {
    let found = SourceTree.code(in: line).flatMap(Self.traps)
    #expect(found.count == count, "\(found)")
  }

  // MARK: Imports

  /// The modules that a layer may import, in addition to the layers below it.
  static let allowed: [String: Set<String>] = [
    // "Swift" by name for its composition of characters.
    "BookwormText": ["CUnicodeData", "Glibc", "Swift"],
    "BookwormStorage": ["CPostgres", "CSQLite", "CSystem", "Glibc", "Synchronization"],
    "BookwormABI": ["BookwormStorage", "BookwormText", "CBookwormTypes", "CReserve", "Glibc"],
    "BookwormLibrary": ["BookwormABI"],
  ]
  static let allowedInModel: Set = ["BookwormStorage", "BookwormText", "Glibc", "Synchronization"]

  @Test(arguments: ["BookwormLibrary"] + layers)
  func importsRunOneWay(layer: String) throws {
    var allowed = try #require(
      Self.model.contains(layer) ? Self.allowedInModel : Self.allowed[layer])
    if layer == "BookwormABI" { allowed.formUnion(Self.model) }
    allowed.formUnion(Self.model.prefix { $0 != layer }.filter { _ in Self.model.contains(layer) })
    let files = SourceTree.files(under: "Sources/\(layer)")
    #expect(!files.isEmpty)
    for file in files {
      for line in SourceTree.code(in: SourceTree.text(of: file)) {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
        let module = words[words.count - 1].split(separator: ".")[0]
        #expect(allowed.contains(String(module)), "\(file) imports \(module)")
      }
    }
  }

  /// The files of the model that may differ by engine.
  static let engineFiles = [
    "Sources/BookwormStore/Opening/", "Sources/BookwormStore/Table/Schema",
    "Sources/BookwormStore/Search/", "Sources/BookwormExchange/Maintenance/",
  ]

  static func isInModel(_ file: String) -> Bool {
    model.contains { file.hasPrefix("Sources/\($0)/") }
  }

  @Test(arguments: libraryFiles)
  func onlyAnEnginesOwnFilesKnowIt(file: String) {
    let text = SourceTree.text(of: file)
    for engine in ["SQLite", "Postgres"] where text.contains("import C\(engine)") {
      #expect(file.hasPrefix("Sources/BookwormStorage/\(engine)/"))
    }
    guard Self.isInModel(file),
      !Self.engineFiles.contains(where: { file.hasPrefix($0) })
    else { return }
    #expect(!text.contains("PRAGMA ") && !text.contains("SQLiteDialect"))
    #expect(!text.contains("PostgresDialect"))
  }

  /// The words that begin a statement, at the beginning of a text or of one of its lines.
  static let statements = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "PRAGMA", "VACUUM", "WITH",
  ]

  static func hasSQL(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      guard let start = line.firstIndex(where: { $0 != " " }), !line[start...].hasPrefix("//")
      else { return false }
      return statements.contains { word in
        line[start...].hasPrefix(word + " ") || line.contains("\"\(word) ")
      }
    }
  }

  @Test(arguments: libraryFiles)
  func whatIsAskedOfTheStoreStandsInFilesOfSQL(file: String) {
    guard Self.isInModel(file) || file.hasPrefix("Sources/BookwormABI/"),
      !file.hasSuffix("SQL.swift"), !Self.engineFiles.contains(where: { file.hasPrefix($0) })
    else { return }
    #expect(!Self.hasSQL(SourceTree.text(of: file)))
  }

  @Test(arguments: [
    ("let a = SQL(\"SELECT 1\")", true), ("  DELETE FROM books", true), ("// SELECT a", false),
    ("let selected = 1", false), ("/// \"SELECT \" is a word", false),
  ])
  func theScannerKnowsSQL(line: String, isSQL: Bool) {
    #expect(Self.hasSQL(line) == isSQL)
  }

  @Test func thePackageDependsOnNoOther() {
    let manifest = SourceTree.text(of: "Package.swift")
    #expect(!manifest.contains(".package("))
  }

  // MARK: Names

  /// The types at the top level of a file, and whether other files can use them.
  static func types(in text: String) -> [(name: String, isSeen: Bool)] {
    text.split(separator: "\n").compactMap { line in
      let words = line.prefix { $0 != "{" }.split { " :<".contains($0) }
      guard let first = words.first, line.first?.isLetter == true, first != "extension",
        let place = words.firstIndex(where: {
          ["struct", "class", "enum", "protocol"].contains($0)
        }),
        place + 1 < words.count
      else { return nil }
      return (String(words[place + 1]), first != "private" && first != "fileprivate")
    }
  }

  @Test(arguments: SourceTree.files(under: "Sources"))
  func aFileThatDeclaresTypesBearsTheNameOfOne(file: String) throws {
    let types = Self.types(in: SourceTree.text(of: file))
    let name = try #require(file.split(separator: "/").last?.split(separator: ".").first)
    #expect(types.allSatisfy { !$0.isSeen } || types.contains { $0.name == name }, "\(file)")
  }

  @Test(arguments: [
    ("struct A {", "A"), ("public final class B: C {", "B"), ("protocol D: AnyObject {", "D"),
    ("enum E<F> {", "E"), ("  struct G {", nil), ("extension H {", nil), ("// a class {", nil),
  ])
  func theScannerKnowsATypesName(line: String, name: String?) {
    #expect(Self.types(in: line).first?.name == name)
  }

  // MARK: Size

  @Test(arguments: allFiles)
  func filesAndLinesStaySmall(file: String) {
    let source = SourceTree.text(of: file)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 401, "\(file) has \(lines.count) lines")
    // The formatter breaks code. Strings, which it does not change, may be longer; comments may
    // not.
    for (number, (line, code)) in zip(lines, SourceTree.code(in: source)).enumerated() {
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      let length = isComment ? line.count : code.count
      #expect(length <= 100, "\(file):\(number + 1)")
    }
  }

  @Test(arguments: allFiles)
  func theFirstLineSaysWhatTheFileIsFor(file: String) {
    #expect(SourceTree.text(of: file).hasPrefix("// "), "\(file)")
  }
}
