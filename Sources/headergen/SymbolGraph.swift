// Reads the compiler's symbol graph of BookwormABI, and only the parts of its JSON that the
// generator needs.

import Foundation

struct SymbolGraph: Decodable {
  let symbols: [Symbol]

  struct Symbol: Decodable {
    let kind: Kind
    let names: Names
    let docComment: DocComment?
    let functionSignature: Signature?
    let declarationFragments: [Fragment]
    let location: Location?
  }

  struct Kind: Decodable {
    let identifier: String
  }

  struct Names: Decodable {
    let title: String
  }

  struct DocComment: Decodable {
    let lines: [Line]

    struct Line: Decodable {
      let text: String
    }
  }

  struct Signature: Decodable {
    let parameters: [Parameter]?
    let returns: [Fragment]?

    struct Parameter: Decodable {
      let name: String
      let declarationFragments: [Fragment]
    }
  }

  struct Fragment: Decodable {
    let kind: String
    let spelling: String
  }

  struct Location: Decodable {
    let uri: String
    let position: Position

    struct Position: Decodable {
      let line: Int
    }
  }

  init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
  }
}

extension [SymbolGraph.Fragment] {
  /// The declaration as it is written.
  var text: String {
    map(\.spelling).joined()
  }
}
