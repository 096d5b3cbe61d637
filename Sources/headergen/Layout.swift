// Computes the layout of C structs: each member is at the next multiple of its alignment, on a
// system with pointers of eight bytes.

struct Layout {
  struct Place {
    let member: TypesHeader.Member
    let offset: Int
    let size: Int
  }

  private(set) var size = 0
  private(set) var alignment = 1
  private(set) var places: [Place] = []

  init(_ structure: TypesHeader.Structure, _ types: TypesHeader) throws {
    for member in structure.members {
      let one = try Layout.extent(of: member.type, types)
      let offset = Layout.roundedUp(size, to: one.alignment)
      let whole = one.size * (member.length ?? 1)
      places.append(Place(member: member, offset: offset, size: whole))
      size = offset + whole
      alignment = max(alignment, one.alignment)
    }
    size = Layout.roundedUp(size, to: alignment)
  }

  private static func roundedUp(_ size: Int, to alignment: Int) -> Int {
    (size + alignment - 1) / alignment * alignment
  }

  private static func extent(
    of type: CType, _ types: TypesHeader
  ) throws -> (size: Int, alignment: Int) {
    switch type {
    case .scalar(let scalar): return (scalar.size, scalar.size)
    case .enumeration: return (4, 4)
    case .flags, .handle, .pointer: return (8, 8)
    case .structure(let name):
      guard let structure = types.structures.first(where: { $0.name == name }) else { break }
      let layout = try Layout(structure, types)
      return (layout.size, layout.alignment)
    case .void, .foreign: break
    }
    throw Fault("'\(type.declarator)' cannot be a struct's member, because it has no size")
  }
}

extension CScalar {
  fileprivate var size: Int {
    switch self {
    case .char, .int8, .uint8: 1
    case .int32, .uint32: 4
    case .int64, .uint64, .double: 8
    }
  }
}
