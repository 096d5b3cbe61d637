// Global ids
//
// Every book, genre, quote and order has a second id, of 16 bytes: a UUID, by which two copies of a
// store, or a store and what was exported from it, know each other's rows. Ids are short and of one
// store; global ids are of all. They sort by the time when they were given.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// Finds the row of an entity that has a global id, of 16 bytes at `global_id`. Fails with
/// BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT where `entity` is BW_ENTITY_NONE.
@_cdecl("bw_store_find_global_id")
public func bw_store_find_global_id(
  _ store: BWStore?, _ entity: bw_entity, _ global_id: UnsafePointer<UInt8>?,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, id) = (try Handles.session(store), try required(id, "id"))
    id.pointee = try session.find(try Entity(entity), try GlobalID(global_id))
  }
}

/// Writes a global id, of 16 bytes, as text: 36 characters in lower case and a NUL, such as
/// "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e". `text` has room for 37 bytes. Needs no store.
@_cdecl("bw_global_id_format")
public func bw_global_id_format(
  _ global_id: UnsafePointer<UInt8>?, _ text: UnsafeMutablePointer<CChar>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try required(text, "text")
    for (place, character) in (try GlobalID(global_id).text + [0]).enumerated() {
      text[place] = CChar(bitPattern: character)
    }
  }
}

/// Reads a global id from text, as bw_global_id_format() writes it, in any case, into the 16 bytes
/// at `global_id`. Fails with BW_ERROR_INVALID where it is no UUID. Needs no store.
@_cdecl("bw_global_id_parse")
public func bw_global_id_parse(
  _ text: UnsafePointer<CChar>?, _ text_length: Int64, _ global_id: UnsafeMutablePointer<UInt8>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let place = try required(global_id, "global_id")
    let id = try GlobalID(text: try BookwormABI.text(text, text_length, "text"), "text")
    id.withBytes { place.update(from: $0.baseAddress ?? UnsafePointer(place), count: $0.count) }
  }
}

extension GlobalID {
  fileprivate init(_ bytes: UnsafePointer<UInt8>?) throws {
    guard let id = GlobalID(Bytes(start: bytes, count: bytes == nil ? 0 : 16)) else {
      throw Failure(.argument, "global_id", "global_id is NULL")
    }
    self = id
  }
}

extension Entity {
  fileprivate init(_ entity: bw_entity) throws {
    guard entity.rawValue > 0, let number = UInt8(exactly: entity.rawValue - 1),
      let entity = Entity(rawValue: number)
    else {
      throw Failure(.argument, "entity", "entity is \(entity.rawValue), which is none")
    }
    self = entity
  }
}
