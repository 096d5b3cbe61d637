// Reads the format, the width and the height of a picture from its file, without decoding it. The
// time is at most proportional to the file's size, and the memory is constant. Every place is
// checked before it is read, because the bytes come from untrusted sources.
import BookwormStorage

/// The numbers are those of the C interface, and are stored.
package enum CoverFormat: Int32, CaseIterable, Sendable {
  case jpeg = 1
  case png, webp, gif, avif

  package var mediaType: StaticString {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .avif: "image/avif"
    }
  }

  var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .avif: "AVIF"
    }
  }
}

struct PictureHeader: Equatable {
  let format: CoverFormat
  var width = 0
  var height = 0

  /// Throws unless the bytes are a whole picture of a known format.
  init(_ bytes: Bytes) throws(PictureFault) {
    guard let format = PictureHeader.format(of: bytes) else { throw .unknown }
    self.format = format
    let size =
      switch format {
      case .jpeg: try PictureHeader.jpeg(bytes)
      case .png: try PictureHeader.png(bytes)
      case .webp: try PictureHeader.webp(bytes)
      case .gif: try PictureHeader.gif(bytes)
      case .avif: try PictureHeader.avif(bytes)
      }
    guard size.width > 0, size.height > 0 else { throw .noSize(format) }
    (width, height) = size
  }

  private static func format(of bytes: Bytes) -> CoverFormat? {
    if bytes.has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
    if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
    if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) { return .gif }
    if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) { return .webp }
    return isAVIF(bytes) ? .avif : nil
  }
}

/// The reason why bytes are not a picture.
enum PictureFault: Error, Equatable {
  case unknown
  /// The file ends earlier than its format says.
  case truncated(CoverFormat)
  case damaged(CoverFormat)
  /// A width or height is 0 or missing.
  case noSize(CoverFormat)
}

// MARK: Reading bytes

extension UnsafeBufferPointer<UInt8> {
  func has(_ expected: some Collection<UInt8>, at place: Int) -> Bool {
    guard place >= 0, expected.count <= count &- Swift.min(place, count) else { return false }
    return expected.elementsEqual(self[place..<place &+ expected.count])
  }

  func has(_ expected: StaticString, at place: Int) -> Bool {
    has(Self(start: expected.utf8Start, count: expected.utf8CodeUnitCount), at: place)
  }

  /// Returns a big-endian number of `size` bytes at a place. Nil if the bytes end before it.
  package func big(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count, size <= count &- place else { return nil }
    return self[place..<place &+ size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns a little-endian number.
  func little(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count, size <= count &- place else { return nil }
    return self[place..<place &+ size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Optional<Int> {
  /// Returns the number, which is missing only if the file ends before it.
  func orEnd(_ format: CoverFormat) throws(PictureFault) -> Int {
    guard let self else { throw .truncated(format) }
    return self
  }
}

// MARK: JPEG (ITU T.81)

extension PictureHeader {
  /// Walks from marker to marker, to the end of the image. Like decoders, it skips any bytes
  /// between markers, among them the data of scans.
  fileprivate static func jpeg(_ bytes: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    var size: (width: Int, height: Int)?
    var (place, hasScan) = (2, false)
    while place + 1 < bytes.count {
      let marker = Int(bytes[place + 1])
      guard bytes[place] == 0xFF, marker != 0, marker != 0xFF else {
        place += 1
        continue
      }
      place += 2
      switch marker {
      case 0xD9:
        guard let size, hasScan else { throw .damaged(.jpeg) }
        return size
      case 0x01, 0xD0...0xD7: continue
      case 0xD8: throw .damaged(.jpeg)
      default: break
      }
      let length = try bytes.big(2, at: place).orEnd(.jpeg)
      guard length >= 2 else { throw .damaged(.jpeg) }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker), size == nil {
        let height = try bytes.big(2, at: place + 3).orEnd(.jpeg)
        size = (try bytes.big(2, at: place + 5).orEnd(.jpeg), height)
      }
      if marker == 0xDA { hasScan = true }
      place += length
    }
    throw .truncated(.jpeg)
  }
}

// MARK: PNG (ISO 15948)

extension PictureHeader {
  /// Walks from chunk to chunk, to the end of the image.
  fileprivate static func png(_ bytes: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    let (width, height) = (
      try bytes.big(4, at: 16).orEnd(.png), try bytes.big(4, at: 20).orEnd(.png)
    )
    guard bytes.big(4, at: 8) == 13, bytes.has("IHDR", at: 12), width <= Int(Int32.max),
      height <= Int(Int32.max)
    else { throw .damaged(.png) }
    var (place, hasData) = (8, false)
    while true {
      let length = try bytes.big(4, at: place).orEnd(.png)
      // A chunk has its length, its name and its checksum in addition.
      guard length + 12 <= bytes.count - place else { throw .truncated(.png) }
      if bytes.has("IDAT", at: place + 4) { hasData = true }
      if bytes.has("IEND", at: place + 4) { break }
      place += length + 12
    }
    guard hasData else { throw .damaged(.png) }
    return (width, height)
  }
}

// MARK: GIF (87a and 89a)

extension PictureHeader {
  /// Returns the size of the screen that all images are drawn on.
  fileprivate static func gif(_ bytes: Bytes) throws(PictureFault) -> (width: Int, height: Int) {
    let size = (
      width: try bytes.little(2, at: 6).orEnd(.gif), height: try bytes.little(2, at: 8).orEnd(.gif)
    )
    var (place, hasImage) = (13, false)
    place += table(try bytes.big(1, at: 10).orEnd(.gif))
    while true {
      switch try bytes.big(1, at: place).orEnd(.gif) {
      case 0x3B:
        guard hasImage else { throw .damaged(.gif) }
        return size
      case 0x21: place += 2
      case 0x2C:
        hasImage = true
        place += 11 + table(try bytes.big(1, at: place + 9).orEnd(.gif))
      default: throw .damaged(.gif)
      }
      // Each block follows its length; the last block is empty.
      while true {
        let length = try bytes.big(1, at: place).orEnd(.gif)
        place += 1 + length
        if length == 0 { break }
      }
    }
  }

  /// Returns the size in bytes of a table of colours, from the flags before it.
  private static func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
}
