// Library
//
// Versions and names. These calls cannot fail.
import BookwormModel
import CBookwormTypes

/// The library's version: major << 16 | minor << 8 | patch.
@_cdecl("bw_version")
public func bw_version() -> UInt32 { LibraryVersion.number }

/// The library's version as text, such as "2.0.0". Lives as long as the library is loaded.
@_cdecl("bw_version_string")
public func bw_version_string() -> UnsafePointer<CChar>? { LibraryVersion.text }

/// The version of the interface, which is the number in libbookworm.so.2. It stays as it is when
/// something is added, and rises only when programs would have to be compiled anew.
@_cdecl("bw_abi_version")
public func bw_abi_version() -> UInt32 { LibraryVersion.interface }

/// The version of the SQLite that the library runs on, such as "3.54.0". Lives as long as the
/// library is loaded.
@_cdecl("bw_sqlite_version")
public func bw_sqlite_version() -> UnsafePointer<CChar>? { LibraryVersion.sqlite }

/// The name of a status, such as "BW_ERROR_BUSY", or "unknown status". Never NULL; lives as long as
/// the library is loaded.
@_cdecl("bw_status_name")
public func bw_status_name(_ status: bw_status) -> UnsafePointer<CChar>? {
  StatusNames.name(of: status)
}
