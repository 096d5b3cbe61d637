// A cover is a book's one picture. It is stored in pieces outside the table of books, so that
// reading books does not become slower.
import BookwormStorage

/// The properties of a cover without its bytes.
package struct Cover: Equatable, Sendable {
  package let format: CoverFormat
  /// The size in the file's header. Instructions for viewers to rotate the picture are ignored.
  package let width: Int32
  package let height: Int32
  /// In bytes.
  package let size: Int64
  /// A checksum of its bytes.
  package let digest: Int64

  /// The checksum in 16 hexadecimal digits.
  package var digestText: [UInt8] {
    let digits = String(UInt64(bitPattern: digest), radix: 16)
    return Array((String(repeating: "0", count: 16 - digits.count) + digits).utf8)
  }

  /// The description for a person to read.
  package var text: [UInt8] { Array("\(format.name), \(width) x \(height), \(size) bytes".utf8) }
}

extension Cover {
  package static let sizeLimit = 16 << 20
  /// The limit of a side. A decoder would have to hold all pixels, and a file of a few bytes can
  /// claim any number.
  static let sideLimit = 16_384
  static let pixelLimit = 50_000_000
  /// The bytes in one row of the table.
  package static let pieceSize = 64 << 10

  /// Throws if the bytes are not valid as a cover.
  package init(_ data: Bytes) throws {
    guard data.count > 0 else { throw Failure(.invalid, "cover", "cover is empty") }
    guard data.count <= Cover.sizeLimit else {
      throw Failure(
        .tooLarge, "cover",
        "cover has \(data.count) bytes; at most \(Cover.sizeLimit) are allowed")
    }
    let header: PictureHeader
    do { header = try PictureHeader(data) } catch { throw Failure(.invalid, "cover", error.text) }
    let (width, height) = (header.width, header.height)
    guard width <= Cover.sideLimit, height <= Cover.sideLimit, width * height <= Cover.pixelLimit
    else {
      throw Failure(
        .tooLarge, "cover",
        "cover has \(width) x \(height) pixels; at most \(Cover.sideLimit) a side and"
          + " \(Cover.pixelLimit) in all are allowed")
    }
    (format, size) = (header.format, Int64(data.count))
    (self.width, self.height) = (Int32(width), Int32(height))
    var checksum = Checksum()
    checksum.append(data)
    digest = Int64(bitPattern: checksum.value)
  }

  /// Nil if the row is not in the form that the library writes.
  package init?(_ row: Statement, from first: Int32 = 0) {
    guard (first..<first + 5).allSatisfy({ row.kind($0) == .integer }),
      let format = CoverFormat(rawValue: row.int32(first))
    else { return nil }
    self.format = format
    (width, height) = (row.int32(first + 1), row.int32(first + 2))
    (size, digest) = (row.int64(first + 3), row.int64(first + 4))
  }
}

extension PictureFault {
  fileprivate var text: String {
    switch self {
    case .unknown:
      "cover is not a picture that is known here: a JPEG, PNG, WebP, GIF or AVIF file"
    case .truncated(let format): "cover is a \(format.name) file that ends too early"
    case .damaged(let format): "cover is a damaged \(format.name) file"
    case .noSize(let format): "cover is a \(format.name) file without a width or a height"
    }
  }
}
