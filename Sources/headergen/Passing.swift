// Finds how the parameters of a function are passed: their direction, whether they may be NULL,
// their count, and their owner. This follows from names and types, by the rules of the interface;
// whether a parameter may be NULL also follows from the comment.

import Foundation

struct Passing {
  enum Direction: String {
    case `in`
    case out
    /// A struct whose size the caller sets and whose members the call fills in, or a struct that
    /// the call takes ownership of.
    case inAndOut = "inout"
  }

  enum Ownership {
    /// The caller owns the output, and ends it with one of the handle's own calls.
    case callers
    /// The call ends the input.
    case ended
    /// The output points into the memory of this parameter, or of the library.
    case borrowed(from: String)
  }

  let direction: Direction
  let mayBeNull: Bool
  /// The parameter with the number of bytes of a text, or of items of an array.
  let count: String?
  let ownership: Ownership?

  static func all(of export: Export, _ types: TypesHeader) -> [Passing] {
    export.parameters.map { parameter in
      let direction = direction(of: parameter.type, in: export, types)
      return Passing(
        direction: direction, mayBeNull: mayBeNull(parameter, direction, in: export),
        count: count(of: parameter, in: export),
        ownership: ownership(of: parameter, direction, in: export, types))
    }
  }

  private typealias Parameter = (name: String, type: CType)

  private static func direction(
    of type: CType, in export: Export, _ types: TypesHeader
  ) -> Direction {
    guard case .pointer(to: let target, isConst: false) = type else { return .in }
    switch target {
    case .structure(let name): return types.isSized(name) ? .inAndOut : .out
    case .foreign: return export.takesOver ? .inAndOut : .out
    default: return .out
    }
  }

  private static func mayBeNull(
    _ parameter: Parameter, _ direction: Direction, in export: Export
  ) -> Bool {
    guard parameter.type.isPointer else { return false }
    if parameter.name == "error" { return true }
    if case .handle = parameter.type { if export.endsQuietly { return true } }
    if direction == .out, ["id", "ids"].contains(parameter.name) { return true }
    let said = "`\(parameter.name)`( and `[a-z_]+`)?,? (each of which |which )?may be NULL"
    let saidSecond = "and `\(parameter.name)`, each of which may be NULL"
    let text = export.documentation.paragraphs
    return [said, saidSecond].contains { text.range(of: $0, options: .regularExpression) != nil }
  }

  private static func count(of parameter: Parameter, in export: Export) -> String? {
    guard case .pointer(to: let target, let isConst) = parameter.type else { return nil }
    func number(_ names: [String]) -> String? {
      export.parameters.first { names.contains($0.name) && $0.type == .scalar(.int64) }?.name
    }
    if target == .scalar(.char), isConst {
      return number([parameter.name + "_length"]) ?? number(["length"])
    }
    guard parameter.name.hasSuffix("s"), target != .scalar(.char) else { return nil }
    if case .handle = target { return nil }
    return number([parameter.name.dropLast() + "_count"]) ?? number(["count"])
  }

  private static func ownership(
    of parameter: Parameter, _ direction: Direction, in export: Export, _ types: TypesHeader
  ) -> Ownership? {
    switch parameter.type {
    case .handle: return export.ends ? .ended : nil
    case .pointer(to: .handle, _): return .callers
    case .pointer(to: .foreign, _): return direction == .out ? .callers : .ended
    case .pointer(to: .structure(let name), isConst: false) where types.holdsPointers(name):
      return lender(in: export, types).map { .borrowed(from: $0) }
    default: return nil
    }
  }

  /// The lender of the texts and lists in an output struct: a result that is also an output,
  /// otherwise the handle or the struct of the input; nil if they may belong to the caller.
  private static func lender(in export: Export, _ types: TypesHeader) -> String? {
    for (name, type) in export.parameters {
      if case .pointer(to: .handle, _) = type { return name }
    }
    for (name, type) in export.parameters {
      if case .handle = type { return name }
      if case .pointer(to: .structure, isConst: true) = type { return name }
      if type == .pointer(to: .scalar(.char), isConst: true) { return nil }
    }
    return "library"
  }
}

extension Export {
  /// Whether the call ends its first handle's life.
  var ends: Bool {
    ["_close", "_free", "_commit", "_rollback"].contains(where: name.hasSuffix)
  }

  fileprivate var endsQuietly: Bool {
    ["_close", "_free"].contains(where: name.hasSuffix)
  }

  /// Whether the call takes ownership of the contents of a foreign struct.
  fileprivate var takesOver: Bool {
    name.hasSuffix("_from_arrow")
  }
}

extension TypesHeader {
  /// Whether the struct begins with its own size.
  func isSized(_ name: String) -> Bool {
    structures.first { $0.name == name }?.members.first?.name == "size"
  }

  fileprivate func holdsPointers(_ name: String) -> Bool {
    structures.first { $0.name == name }?.members.contains { member in
      switch member.type {
      case .structure(let inner): holdsPointers(inner)
      default: member.type.isPointer
      }
    } ?? false
  }
}
