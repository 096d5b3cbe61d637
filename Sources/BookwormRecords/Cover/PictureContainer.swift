// Reads pictures whose files consist of nested boxes: WebP and AVIF.
import BookwormStorage

// MARK: WebP (RFC 9649)

extension PictureHeader {
  static func webp(_ bytes: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    let end = 8 + (try bytes.little(4, at: 4).orEnd(.webp))
    guard end <= bytes.count else { throw .truncated(.webp) }
    let file = Bytes(rebasing: bytes[..<end])
    var canvas: (width: Int, height: Int)?
    var place = 12
    while place < end {
      let length = try file.little(4, at: place + 4).orEnd(.webp)
      let start = place + 8
      guard length <= end - start else { throw .truncated(.webp) }
      let chunk = Bytes(rebasing: file[start..<start + length])
      if file.has("VP8X", at: place) {
        let width = try chunk.little(3, at: 4).orEnd(.webp)
        canvas = (1 + width, 1 + (try chunk.little(3, at: 7).orEnd(.webp)))
      } else if file.has("ANMF", at: place) {
        guard let canvas else { throw .damaged(.webp) }
        return canvas
      } else if file.has("VP8 ", at: place) {
        let size = try lossy(chunk)
        return canvas ?? size
      } else if file.has("VP8L", at: place) {
        let size = try lossless(chunk)
        return canvas ?? size
      }
      place = start + length + length & 1
    }
    throw .damaged(.webp)
  }

  /// Reads a key frame of VP8 (RFC 6386).
  private static func lossy(_ chunk: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    let width = try chunk.little(2, at: 6).orEnd(.webp)
    let height = try chunk.little(2, at: 8).orEnd(.webp)
    guard chunk[0] & 1 == 0, chunk.has([0x9D, 0x01, 0x2A], at: 3) else { throw .damaged(.webp) }
    return (width & 0x3FFF, height & 0x3FFF)
  }

  private static func lossless(_ chunk: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    let bits = try chunk.little(4, at: 1).orEnd(.webp)
    guard chunk[0] == 0x2F else { throw .damaged(.webp) }
    return (1 + bits & 0x3FFF, 1 + bits >> 14 & 0x3FFF)
  }
}

// MARK: AVIF (ISO 14496-12 and 23008-12)

/// A box: its name and its contents.
private struct Box {
  let name: Bytes
  let content: Bytes

  func isNamed(_ name: StaticString) -> Bool { self.name.has(name, at: 0) }
}

/// Iterates over the boxes of a file, or within a box.
private struct Boxes {
  private let bytes: Bytes
  private var place = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  mutating func next() throws(PictureFault) -> Box? {
    guard place < bytes.count else { return nil }
    var (length, beginning) = (try bytes.big(4, at: place).orEnd(.avif), 8)
    if length == 1 {
      // The upper half of a 64-bit length must be 0, because files are never that long.
      guard try bytes.big(4, at: place + 8).orEnd(.avif) == 0 else { throw .truncated(.avif) }
      (length, beginning) = (try bytes.big(4, at: place + 12).orEnd(.avif), 16)
    } else if length == 0 {
      length = bytes.count - place
    }
    guard length >= beginning else { throw .damaged(.avif) }
    guard length <= bytes.count - place else { throw .truncated(.avif) }
    defer { place += length }
    return Box(
      name: Bytes(rebasing: bytes[place + 4..<place + 8]),
      content: Bytes(rebasing: bytes[place + beginning..<place + length]))
  }

  /// Returns the first box with a name.
  mutating func first(_ name: StaticString) throws(PictureFault) -> Bytes? {
    while let box = try next() { if box.isNamed(name) { return box.content } }
    return nil
  }
}

extension PictureHeader {
  /// Whether a file's first box names "avif", as the file's own brand or as a compatible one.
  static func isAVIF(_ bytes: Bytes) -> Bool {
    guard bytes.has("ftyp", at: 4), let length = bytes.big(4, at: 0) else { return false }
    let end = min(length, bytes.count)
    return bytes.has("avif", at: 8)
      || stride(from: 16, to: max(16, end - 3), by: 4).contains { bytes.has("avif", at: $0) }
  }

  /// Returns the size of the primary item. Boxes after those that a picture needs are ignored.
  static func avif(_ bytes: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    var (boxes, hasData) = (Boxes(bytes), false)
    var size: (width: Int, height: Int)?
    while size == nil || !hasData, let box = try boxes.next() {
      if box.isNamed("mdat") { hasData = true }
      guard box.isNamed("meta"), size == nil else { continue }
      // Skips the version and the flags.
      let meta = try box.content.rest(from: 4)
      size = try primarySize(meta)
      var parts = Boxes(meta)
      if try parts.first("idat") != nil { hasData = true }
    }
    guard let size else { throw .noSize(.avif) }
    guard hasData else { throw .truncated(.avif) }
    return size
  }

  private static func primarySize(
    _ meta: Bytes
  ) throws(PictureFault) -> (width: Int, height: Int)? {
    var (first, second) = (Boxes(meta), Boxes(meta))
    guard let primary = try first.first("pitm"), let properties = try second.first("iprp") else {
      return nil
    }
    let isLong = try primary.big(1, at: 0).orEnd(.avif) > 0
    let item = try primary.big(isLong ? 4 : 2, at: 4).orEnd(.avif)
    var (all, links) = (Boxes(properties), Boxes(properties))
    guard let container = try all.first("ipco"), let associations = try links.first("ipma"),
      let wanted = try self.properties(of: item, associations)
    else { return nil }
    var (boxes, number) = (Boxes(container), 0)
    while let box = try boxes.next() {
      number += 1
      guard box.isNamed("ispe"), wanted.contains(number) else { continue }
      let width = try box.content.big(4, at: 4).orEnd(.avif)
      return (width, try box.content.big(4, at: 8).orEnd(.avif))
    }
    return nil
  }

  /// Returns the numbers, from 1, of an item's properties.
  private static func properties(
    of item: Int, _ links: Bytes
  ) throws(PictureFault) -> Set<Int>? {
    let idSize = try links.big(1, at: 0).orEnd(.avif) == 0 ? 2 : 4
    let isWide = try links.big(1, at: 3).orEnd(.avif) & 1 == 1
    var (left, place) = (try links.big(4, at: 4).orEnd(.avif), 8)
    while left > 0 {
      let id = try links.big(idSize, at: place).orEnd(.avif)
      let count = try links.big(1, at: place + idSize).orEnd(.avif)
      place += idSize + 1
      guard id == item else {
        place += isWide ? 2 * count : count
        left -= 1
        continue
      }
      var numbers: Set<Int> = []
      for _ in 0..<count {
        let number = try links.big(isWide ? 2 : 1, at: place).orEnd(.avif)
        numbers.insert(number & (isWide ? 0x7FFF : 0x7F))
        place += isWide ? 2 : 1
      }
      return numbers
    }
    return nil
  }
}

extension Bytes {
  fileprivate func rest(from place: Int) throws(PictureFault) -> Bytes {
    guard place <= count else { throw .truncated(.avif) }
    return Bytes(rebasing: self[place...])
  }
}
