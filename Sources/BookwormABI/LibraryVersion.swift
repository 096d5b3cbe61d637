// Defines the library's version, from the header's macros, and the names of statuses, entities and
// kinds of change.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

enum LibraryVersion {
  static let interface = UInt32(BW_ABI_VERSION)
  static let number =
    UInt32(BW_VERSION_MAJOR) << 16 | UInt32(BW_VERSION_MINOR) << 8 | UInt32(BW_VERSION_PATCH)
  nonisolated(unsafe) static let text = permanent(
    "\(BW_VERSION_MAJOR).\(BW_VERSION_MINOR).\(BW_VERSION_PATCH)")
  nonisolated(unsafe) static let sqlite = permanent(SQLite.version)
}

enum StatusNames {
  nonisolated(unsafe) private static let names = [
    "BW_OK", "BW_ROLLED_BACK", "BW_ERROR_HANDLE", "BW_ERROR_ARGUMENT", "BW_ERROR_TEXT",
    "BW_ERROR_INVALID", "BW_ERROR_TOO_LARGE", "BW_ERROR_NOT_FOUND", "BW_ERROR_EXISTS",
    "BW_ERROR_BUSY", "BW_ERROR_READ_ONLY", "BW_ERROR_TRANSACTION", "BW_ERROR_CURSOR",
    "BW_ERROR_CANNOT_OPEN", "BW_ERROR_NOT_A_STORE", "BW_ERROR_NEWER", "BW_ERROR_CORRUPT",
    "BW_ERROR_FULL", "BW_ERROR_IO", "BW_ERROR_MEMORY", "BW_ERROR_FORKED", "BW_ERROR_INTERNAL",
    "BW_ERROR_CONFLICT", "BW_ERROR_OUTCOME_UNKNOWN", "BW_ERROR_NOT_PERMITTED",
  ].map(permanent)
  nonisolated(unsafe) private static let unknown = permanent("unknown status")

  static func name(of status: bw_status) -> UnsafePointer<CChar>? {
    status.rawValue < UInt32(names.count) ? names[Int(status.rawValue)] : unknown
  }
}

/// The model's names of entities and of kinds of change.
enum ChangeNames {
  nonisolated(unsafe) private static let kinds = RowChange.Kind.allCases.map { permanent("\($0)") }
  nonisolated(unsafe) private static let unknownKind = permanent("unknown kind")
  nonisolated(unsafe) private static let entities =
    [permanent("none")] + Entity.allCases.map { permanent("\($0)") }
  nonisolated(unsafe) private static let unknownEntity = permanent("unknown entity")

  static func name(of kind: bw_change_kind) -> UnsafePointer<CChar>? {
    (1...UInt32(kinds.count)).contains(kind.rawValue)
      ? kinds[Int(kind.rawValue) - 1] : unknownKind
  }

  static func name(of entity: bw_entity) -> UnsafePointer<CChar>? {
    entity.rawValue < UInt32(entities.count) ? entities[Int(entity.rawValue)] : unknownEntity
  }
}

/// A C string that is never freed.
private func permanent(_ text: String) -> UnsafePointer<CChar> {
  let bytes = text.utf8CString
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  for (index, byte) in bytes.enumerated() { memory[index] = byte }
  return UnsafePointer(memory)
}
