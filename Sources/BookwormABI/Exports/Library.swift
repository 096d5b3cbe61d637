// Library
//
// Versions and names. These calls cannot fail.
import BookwormModel
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
