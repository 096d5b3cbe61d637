// Global ids
//
// Every book, genre, quote, reading, order, shelf and source has a second id of 16 bytes, a UUID.
// The library uses this id to recognise the same row in copies of a store and in exports. Ids are
// short, but valid only in one store; global ids are valid everywhere. Global ids sort in the order
// of creation.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// Finds the row with a global id. For a book that was merged into another one, the call returns
/// the id of the other book if `entity` is BW_ENTITY_BOOK, and the former id of the merged book if
/// it is BW_ENTITY_MERGED. Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if `entity` is
/// BW_ENTITY_NONE.
@_cdecl("bw_store_find_global_id")
public func bw_store_find_global_id(
  _ store: BWStore?, _ entity: bw_entity, _ global_id: UnsafePointer<bw_uuid>?,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let found = try Handles.session(store).find(try Entity(entity), try GlobalID(global_id))
    id?.pointee = found
  }
}

/// Formats a global id as text. Prepare `text` with BW_INIT. Needs no store.
@_cdecl("bw_uuid_format")
public func bw_uuid_format(
  _ global_id: UnsafePointer<bw_uuid>?, _ text: UnsafeMutablePointer<bw_uuid_text>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try output(text, "text")
    text.write(bw_uuid_text(try GlobalID(global_id)))
  }
}

/// Parses a global id from 36 characters, in upper or lower case. Fails with BW_ERROR_INVALID if
/// the text is not a UUID. Needs no store.
@_cdecl("bw_uuid_parse")
public func bw_uuid_parse(
  _ text: UnsafePointer<CChar>?, _ text_length: Int64, _ global_id: UnsafeMutablePointer<bw_uuid>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let place = try required(global_id, "global_id")
    let id = try GlobalID(text: try givenText(text, text_length, "text"), "text")
    id.withBytes { bytes in
      withUnsafeMutableBytes(of: &place.pointee) { $0.copyMemory(from: .init(bytes)) }
    }
  }
}

extension GlobalID {
  fileprivate init(_ uuid: UnsafePointer<bw_uuid>?) throws {
    let bytes = UnsafeRawPointer(uuid)?.assumingMemoryBound(to: UInt8.self)
    guard let id = GlobalID(Bytes(start: bytes, count: bytes == nil ? 0 : 16)) else {
      throw Failure(.argument, "global_id", "global_id is NULL")
    }
    self = id
  }
}

extension bw_uuid_text {
  fileprivate init(_ id: GlobalID) {
    self.init()
    withUnsafeMutableBytes(of: &text) { memory in
      for (place, character) in id.text.enumerated() { memory[place] = character }
    }
  }
}

extension Entity {
  init(_ entity: bw_entity) throws {
    guard entity.rawValue > 0, let number = UInt8(exactly: entity.rawValue - 1),
      let entity = Entity(rawValue: number)
    else {
      throw Failure(
        .argument, "entity", "entity is \(entity.rawValue), which is not the number of an entity")
    }
    self = entity
  }
}
