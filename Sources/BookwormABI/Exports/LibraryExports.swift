// Library
//
// Versions and names. These calls cannot fail.
import CBookwormTypes

/// Returns the library's version: major << 16 | minor << 8 | patch.
@_cdecl("bw_version")
public func bw_version() -> UInt32 { LibraryVersion.number }

/// Returns the library's version as text, such as "2.1.0". It lives as long as the library is
/// loaded.
@_cdecl("bw_version_string")
public func bw_version_string() -> UnsafePointer<CChar>? { LibraryVersion.text }

/// Returns the version of the interface, which is the number in libbookworm.so.2. Additions do not
/// change it; it changes only if programs must be recompiled.
@_cdecl("bw_abi_version")
public func bw_abi_version() -> UInt32 { LibraryVersion.interface }

/// Returns the version of SQLite inside the library, such as "3.54.0". It lives as long as the
/// library is loaded.
@_cdecl("bw_sqlite_version")
public func bw_sqlite_version() -> UnsafePointer<CChar>? { LibraryVersion.sqlite }

/// Returns the name of a status, such as "BW_ERROR_BUSY", or "unknown status". Never NULL; it lives
/// as long as the library is loaded.
@_cdecl("bw_status_name")
public func bw_status_name(_ status: bw_status) -> UnsafePointer<CChar>? {
  StatusNames.name(of: status)
}

/// Returns the name of a kind of change: "inserted", "updated", "deleted", "entered", "left",
/// "moved" or "reread", the same as in Python; "unknown kind" for another number. The names are for
/// programs and logs, and are not translated. Never NULL; they live as long as the library is
/// loaded.
@_cdecl("bw_change_kind_name")
public func bw_change_kind_name(_ kind: bw_change_kind) -> UnsafePointer<CChar>? {
  ChangeNames.name(of: kind)
}

/// Returns the name of an entity: "book", "genre", "quote", "order", "reading", "shelf", "source"
/// or "merged", the same as in Python; "none" for BW_ENTITY_NONE, "unknown entity" for another
/// number. The names are for programs and logs, and are not translated. Never NULL; they live as
/// long as the library is loaded.
@_cdecl("bw_entity_name")
public func bw_entity_name(_ entity: bw_entity) -> UnsafePointer<CChar>? {
  ChangeNames.name(of: entity)
}
