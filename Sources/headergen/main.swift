// Writes bookworm.h, the interface as JSON, the Python prototypes, Python's tables of fields and
// the page of all calls. They are derived from the compiler's symbol graph of BookwormABI,
// bookworm_types.h, the model's tables of fields, and the texts overview.txt, bindings.md and
// names.txt. Run it through Sources/headergen/regenerate.

import Foundation

func generate(root: URL, symbols: URL, output: URL) throws {
  let text = { (path: String) in
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
  let types = try TypesHeader(text("Sources/CBookwormTypes/include/bookworm_types.h"))
  let overview = try text("Sources/headergen/overview.txt")
  let graph = try SymbolGraph(contentsOf: symbols)
  let handles = try Handle.all(in: graph)
  let subjects = try Subject.all(in: graph, types: types, handles: handles, contents: contents)
  let header = CHeader(
    overview: overview.trimmingCharacters(in: .newlines), types: types, handles: handles,
    subjects: subjects)
  let prototypes = PythonPrototypes(types: types, subjects: subjects)
  let page = BindingsPage(
    introduction: try text("Sources/headergen/bindings.md").trimmingCharacters(in: .newlines),
    subjects: subjects, pythonNames: try PythonNames(text("bindings/python/names.txt")))
  try header.text.write(
    to: output.appending(path: "bookworm.h"), atomically: true, encoding: .utf8)
  let interface = InterfaceFile(
    overview: overview, types: types, handles: handles, subjects: subjects)
  try interface.text.write(
    to: output.appending(path: "bookworm.json"), atomically: true, encoding: .utf8)
  try prototypes.text.write(
    to: output.appending(path: "prototypes.py"), atomically: true, encoding: .utf8)
  try PythonFieldTables().text.write(
    to: output.appending(path: "field_tables.py"), atomically: true, encoding: .utf8)
  try page.text.write(
    to: output.appending(path: "README.md"), atomically: true, encoding: .utf8)
}

let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
do {
  guard arguments.count == 3 else {
    throw Fault("usage: headergen <root of the checkout> <symbol graph> <folder to write into>")
  }
  try generate(root: arguments[0], symbols: arguments[1], output: arguments[2])
} catch {
  FileHandle.standardError.write(Data("headergen: \(error)\n".utf8))
  exit(1)
}
