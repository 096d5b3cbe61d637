// A CType is a type of the interface, with its spelling in C and in ctypes.

indirect enum CType: Equatable {
  case void
  case scalar(CScalar)
  case enumeration(String)
  /// A mask of 64 bits.
  case flags(String)
  case structure(String)
  case handle(String)
  /// A foreign struct, spelled with its tag.
  case foreign(String)
  case pointer(to: CType, isConst: Bool)

  /// The type before a parameter's name: a pointer's ends with its star, other types' with a space.
  var declarator: String {
    switch self {
    case .void: "void "
    case .scalar(let scalar): scalar.c + " "
    case .enumeration(let name), .flags(let name), .structure(let name): name + " "
    case .handle(let name): name + " *"
    case .foreign(let name): "struct " + name + " "
    case .pointer(to: let target, let isConst):
      switch target {
      case .pointer, .handle: target.declarator + (isConst ? "const *" : "*")
      default: (isConst ? "const " : "") + target.declarator + "*"
      }
    }
  }

  /// The type in ctypes.
  var python: String {
    switch self {
    case .void: "None"
    case .scalar(let scalar): "ctypes." + scalar.python
    case .enumeration: "ctypes.c_int32"
    case .flags: "ctypes.c_uint64"
    case .structure(let name): name
    case .handle, .foreign, .pointer(to: .foreign, _): "ctypes.c_void_p"
    case .pointer(to: .void, _): "ctypes.c_void_p"
    case .pointer(to: .scalar(.char), isConst: true): "ctypes.c_char_p"
    case .pointer(to: let target, _): "ctypes.POINTER(\(target.python))"
    }
  }

  /// The type in one word, which the Python package converts to a type of ctypes.
  var word: String {
    switch self {
    case .void: "void"
    case .scalar(let scalar): scalar.word
    case .enumeration: CScalar.int32.word
    case .flags: CScalar.uint64.word
    case .structure(let name): name
    case .handle, .foreign, .pointer(to: .foreign, _): "void*"
    case .pointer(to: let target, _): target.word + "*"
    }
  }

  /// The Python type of a struct's member of this type; nil for a typed pointer, whose class has no
  /// public name.
  var pythonValue: String? {
    switch self {
    case .void: nil
    case .scalar(let scalar): scalar == .double ? "float" : "int"
    case .enumeration, .flags: "int"
    case .structure(let name): name
    case .handle, .foreign, .pointer(to: .void, _): "int | None"
    case .pointer(to: .scalar(.char), isConst: true): "bytes | None"
    case .pointer: nil
    }
  }
}

extension CType {
  /// The Python type of a struct's member that is an array of this type.
  var pythonArray: String {
    self == .scalar(.char) ? "bytes" : "ctypes.Array[\(python)]"
  }
}

/// The number types of the interface, by their names in C.
enum CScalar: String, CaseIterable {
  case char
  case int8 = "int8_t"
  case uint8 = "uint8_t"
  case int32 = "int32_t"
  case uint32 = "uint32_t"
  case int64 = "int64_t"
  case uint64 = "uint64_t"
  case double

  var c: String {
    rawValue
  }

  var python: String {
    "c_" + word
  }

  var word: String {
    self == .char || self == .double ? rawValue : String(rawValue.dropLast(2))
  }

  /// The number type that Swift calls `name`.
  init?(swift name: String) {
    switch name {
    case "CChar": self = .char
    case "Int8": self = .int8
    case "UInt8": self = .uint8
    case "Int32": self = .int32
    case "UInt32": self = .uint32
    case "Int64": self = .int64
    case "UInt64": self = .uint64
    case "Double": self = .double
    default: return nil
    }
  }
}
