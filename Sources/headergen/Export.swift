// Reads the exported functions from the symbol graph, for C and Python.

import Foundation

struct Export {
  let name: String
  let parameters: [(name: String, type: CType)]
  let result: CType
  let documentation: DocComment

  /// Whether a program may ignore the result, for example of a function that closes a handle.
  var mayBeIgnored: Bool {
    ["_close", "_free", "_rollback"].contains(where: name.hasSuffix)
  }
}

/// A kind of handle: a public typealias of OpaquePointer, such as BWStore, which is bw_store in C.
struct Handle {
  let alias: String
  let name: String
  let documentation: DocComment

  /// Returns all kinds of handles, in the order of the sources.
  static func all(in graph: SymbolGraph) throws -> [Handle] {
    var handles: [(line: Int, handle: Handle)] = []
    for symbol in graph.symbols where symbol.kind.identifier == "swift.typealias" {
      let alias = symbol.names.title
      guard symbol.declarationFragments.text.hasSuffix("= OpaquePointer"), alias.hasPrefix("BW")
      else { continue }
      let comment = DocComment(lines: symbol.docComment?.lines.map(\.text) ?? [])
      guard !comment.isEmpty, let location = symbol.location else {
        throw Fault("the typealias \(alias) has no doc comment; say what the handle is")
      }
      let name = "bw_" + String(alias.dropFirst(2)).snakeCased
      handles.append(
        (location.position.line, Handle(alias: alias, name: name, documentation: comment)))
    }
    return handles.sorted { $0.line < $1.line }.map(\.handle)
  }
}

/// The exports of one file, which is one subject.
struct Subject {
  let title: String
  let introduction: DocComment
  let exports: [Export]
}

extension Subject {
  /// The subjects in the order of `contents`, a list of files; exports in the order of the sources.
  static func all(
    in graph: SymbolGraph, types: TypesHeader, handles: [Handle], contents: [String]
  ) throws -> [Subject] {
    let names = handles.map { ($0.alias, $0.name) }
    let reader = SwiftTypeReader(
      types: types, handles: Dictionary(names) { first, _ in first })
    var files: [URL: [(line: Int, export: Export)]] = [:]
    for symbol in graph.symbols where symbol.kind.identifier == "swift.func" {
      guard let location = symbol.location, let file = URL(string: location.uri) else {
        throw Fault("\(symbol.names.title): the symbol graph does not say where it is")
      }
      let line = location.position.line + 1
      do {
        let export = try Export(symbol, reader)
        files[file, default: []].append((line, export))
      } catch let fault as Fault {
        throw Fault("\(file.lastPathComponent):\(line): \(fault)")
      }
    }
    for file in files.keys where !contents.contains(file.lastPathComponent) {
      throw Fault("\(file.lastPathComponent) has exports but is not in headergen's Contents.swift")
    }
    return try contents.map { name in
      guard let (file, exports) = files.first(where: { $0.key.lastPathComponent == name })
      else { throw Fault("\(name) is in headergen's Contents.swift but has no exports") }
      return try Subject(file, exports.sorted { $0.line < $1.line }.map(\.export))
    }
  }

  /// Takes the title and the introduction from the comment at the beginning of the file.
  private init(_ file: URL, _ exports: [Export]) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.prefix { $0.hasPrefix("//") }.map { line in
      String(line.hasPrefix("// ") ? line.dropFirst(3) : line.dropFirst(2))
    }
    guard comment.count > 2, comment[0].count <= 40, comment[1].isEmpty else {
      throw Fault(
        "\(file.lastPathComponent) must begin with a comment: its subject's title on a line, an "
          + "empty line, and what to know of the subject")
    }
    title = comment[0]
    introduction = DocComment(lines: Array(comment.dropFirst(2)))
    self.exports = exports
  }
}

extension Export {
  init(_ symbol: SymbolGraph.Symbol, _ reader: SwiftTypeReader) throws {
    name = String(symbol.names.title.prefix { $0 != "(" })
    guard name.hasPrefix("bw_"),
      symbol.declarationFragments.text.contains("@_cdecl(\"\(name)\")")
    else { throw Fault("public func \(name) needs a bw_ name, and '@_cdecl' with the same name") }
    let comment = DocComment(lines: symbol.docComment?.lines.map(\.text) ?? [])
    if comment.isEmpty {
      throw Fault("\(name) has no doc comment; say in a line what it does, then what to know")
    }
    if comment.text.contains("*/") {
      throw Fault("\(name): a doc comment cannot hold '*/'")
    }
    let swiftParameters = symbol.functionSignature?.parameters ?? []
    documentation = try comment.renamingParameters(
      Dictionary(swiftParameters.map { ($0.name, $0.name.snakeCased) }) { first, _ in first })
    parameters = try swiftParameters.map { parameter in
      let declaration = parameter.declarationFragments.text
      guard let colon = declaration.range(of: ": ") else {
        throw Fault("cannot read the parameter '\(declaration)'")
      }
      let type = try reader.parameter(String(declaration[colon.upperBound...]))
      return (parameter.name.snakeCased, type)
    }
    result = try reader.result(symbol.functionSignature?.returns?.text ?? "()")
  }
}

extension String {
  /// "pathLength" as "path_length".
  fileprivate var snakeCased: String {
    var result = ""
    for character in self {
      if character.isUppercase, !result.isEmpty { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}
