// Reads bookworm_types.h: its text, which is copied into bookworm.h, and its declarations, for
// bookworm.json and the Python prototypes. Reads only the plain C of that file; anything else is a
// fault, so that nothing is skipped.

import Foundation

struct TypesHeader {
  struct Constant {
    let name: String
    let value: Int
    let documentation: DocComment
  }

  /// A bit of a family, such as BW_BOOK_TITLE of BW_BOOK.
  struct Flag {
    let name: String
    let family: String
    let bit: Int
    let documentation: DocComment
  }

  /// A type whose values are sets of bits, such as bw_fields.
  struct FlagType {
    let name: String
    let documentation: DocComment
  }

  struct Enumeration {
    let name: String
    let documentation: DocComment
    let constants: [Constant]
  }

  struct Member {
    let name: String
    let type: CType
    /// The length of an array; nil for other members.
    let length: Int?
    let documentation: DocComment
  }

  struct Structure {
    let name: String
    let documentation: DocComment
    let members: [Member]
  }

  /// The text between the marker lines.
  let text: String
  private(set) var macros: [Constant] = []
  private(set) var flagTypes: [FlagType] = []
  private(set) var flags: [Flag] = []
  private(set) var enumerations: [Enumeration] = []
  private(set) var structures: [Structure] = []
  /// Foreign structs, which are passed only by pointer.
  private(set) var foreign: [String] = []

  init(_ file: String) throws {
    let begin = "// begin: copied into bookworm.h\n"
    let end = "// end: copied into bookworm.h\n"
    guard let from = file.range(of: begin), let until = file.range(of: end),
      from.upperBound <= until.lowerBound
    else { throw Fault("bookworm_types.h has no '\(begin.dropLast())' and end lines") }
    text = file[from.upperBound..<until.lowerBound].trimmingCharacters(in: .newlines)
    var scanner = TypesScanner(text)
    while let declaration = try scanner.next(self) {
      switch declaration {
      case .macro(let constant): macros.append(constant)
      case .flags(let type): flagTypes.append(type)
      case .flag(let flag):
        if let other = flags.first(where: { $0.family == flag.family && $0.bit == flag.bit }) {
          throw Fault("bookworm_types.h: \(other.name) and \(flag.name) are the same bit")
        }
        flags.append(flag)
      case .enumeration(let enumeration): enumerations.append(enumeration)
      case .structure(let structure): structures.append(structure)
      case .foreign(let name): foreign.append(name)
      }
    }
  }
}
