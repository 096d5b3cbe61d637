// Covers
//
// A book may have a cover: one picture, as the bytes of a JPEG, PNG, WebP, GIF or AVIF file. The
// bytes determine the format; file names do not matter. Covers are stored apart from the books, in
// pieces, so reading books does not read covers. A cover is deleted with its book, and is part of
// backups, copies, merges and undo.
//
// Width and height are read from the file's header; nothing is decoded. A cover has at most 16 MiB,
// 16,384 pixels per side and 50,000,000 pixels in total, according to its header: a file of a few
// hundred bytes that claims more is refused. SVG, other formats and incomplete files are refused
// too. Bytes after the picture's end are kept.
//
// Setting or removing a cover sets the book's `updated` and is reported to observers as
// BW_BOOK_COVER. A step that replaces or removes a cover, or deletes its book, keeps the old bytes:
// they count towards the limit of the steps that can be undone, see bw_open_options.
import BookwormBooks
import BookwormStorage
import CBookwormTypes

/// Sets the cover of a book, or replaces it. `bytes` are copied. Setting the bytes that the book
/// already has changes nothing. Cost: in proportion to the bytes.
///
/// Fails with BW_ERROR_NOT_FOUND; with BW_ERROR_INVALID if the bytes are not a whole picture of one
/// of the formats; and with BW_ERROR_TOO_LARGE if there are too many bytes or, by the header, too
/// many pixels.
@_cdecl("bw_book_set_cover")
public func bw_book_set_cover(
  _ store: BWStore?, _ id: Int64, _ bytes: UnsafePointer<UInt8>?, _ byte_count: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    try session.setCover(ofBook: id, array(bytes, byte_count, "bytes", count: "byte_count"))
  }
}

/// Removes the cover of a book. Changes nothing if there is none. Fails with BW_ERROR_NOT_FOUND if
/// the book does not exist.
@_cdecl("bw_book_remove_cover")
public func bw_book_remove_cover(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).removeCover(ofBook: id) }
}

/// Reads the properties of a book's cover, without its bytes. Prepare `cover` with BW_INIT. To find
/// out which of many books have a cover, read their field BW_BOOK_COVER.
///
/// Fails with BW_ERROR_NOT_FOUND if the book does not exist. With the field "cover", the same error
/// means that the book has no cover.
@_cdecl("bw_book_get_cover")
public func bw_book_get_cover(
  _ store: BWStore?, _ id: Int64, _ cover: UnsafeMutablePointer<bw_cover>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let cover = try output(cover, "cover")
    cover.write(bw_cover(try Handles.session(store).cover(ofBook: id)))
  }
}

/// Copies bytes of a book's cover, from `offset` on, into `bytes`, which has room for `byte_count`
/// bytes. Copy the whole cover at once, or a piece with each call. `read` gets the number of copied
/// bytes, which is smaller than `byte_count` only at the end of the cover, and 0 after it.
///
/// `cover`, which may be NULL, is the struct that bw_book_get_cover() filled in. With it, the call
/// fails if the book has a different cover by now, so all pieces come from one picture. Cost: in
/// proportion to the copied bytes; up to 128 KiB more are read.
///
/// Fails with BW_ERROR_NOT_FOUND if the book does not exist. With the field "cover", the same error
/// means that the book has no cover, or a different one than `cover`.
@_cdecl("bw_book_get_cover_bytes")
public func bw_book_get_cover_bytes(
  _ store: BWStore?, _ id: Int64, _ cover: UnsafePointer<bw_cover>?, _ offset: Int64,
  _ bytes: UnsafeMutablePointer<UInt8>?, _ byte_count: Int64,
  _ read: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let known = try cover.map { try input($0, "cover").digestText }
    // No address space has more than 2 ** 47 bytes.
    let room = try length(byte_count, 1 << 16, "byte_count")
    let (bytes, read) = (try required(bytes, "bytes"), try required(read, "read"))
    let memory = UnsafeMutableRawBufferPointer(start: bytes, count: room)
    read.pointee = try session.readCover(ofBook: id, known, from: offset, into: memory)
  }
}
