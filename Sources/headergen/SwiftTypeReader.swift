// Converts a type in the spelling of the Swift sources to a type of the interface.

struct SwiftTypeReader {
  let types: TypesHeader
  /// Each handle's typealias, with its name in C: "BWStore" and "bw_store".
  let handles: [String: String]

  /// Reads a parameter's type. Every pointer and handle must be optional, because a C program may
  /// pass NULL.
  func parameter(_ spelling: String) throws -> CType {
    let type = try read(spelling)
    if type.isPointer, !spelling.hasSuffix("?") {
      throw Fault("'\(spelling)' must be optional ('\(spelling)?'), as a C program may pass NULL")
    }
    return type
  }

  func result(_ spelling: String) throws -> CType {
    try spelling == "()" || spelling == "Void" ? .void : read(spelling)
  }

  private func read(_ spelling: String) throws -> CType {
    let name = spelling.hasSuffix("?") ? String(spelling.dropLast()) : spelling
    let type = try readUnwrapped(name)
    guard type.isPointer || name == spelling else {
      throw Fault("'\(spelling)' is optional, which C has only for pointers and handles")
    }
    return type
  }

  private func readUnwrapped(_ name: String) throws -> CType {
    for (generic, isConst) in [("UnsafePointer<", true), ("UnsafeMutablePointer<", false)]
    where name.hasPrefix(generic) && name.hasSuffix(">") {
      let target = String(name.dropFirst(generic.count).dropLast())
      return .pointer(to: try read(target), isConst: isConst)
    }
    if name == "UnsafeRawPointer" { return .pointer(to: .void, isConst: true) }
    if name == "UnsafeMutableRawPointer" { return .pointer(to: .void, isConst: false) }
    if let handle = handles[name] { return .handle(handle) }
    if let scalar = CScalar(swift: name) { return .scalar(scalar) }
    if types.enumerations.contains(where: { $0.name == name }) { return .enumeration(name) }
    if types.flagTypes.contains(where: { $0.name == name }) { return .flags(name) }
    if types.structures.contains(where: { $0.name == name }) { return .structure(name) }
    if types.foreign.contains(name) { return .foreign(name) }
    throw Fault(
      "the type '\(name)' has no counterpart in C: use a fixed-width number, a struct or enum of "
        + "bookworm_types.h, a handle's typealias, or an Unsafe(Mutable)Pointer to one of these")
  }
}

extension CType {
  /// Whether the type is a pointer in C, so that NULL is a value of it.
  var isPointer: Bool {
    switch self {
    case .pointer, .handle: true
    default: false
    }
  }
}
