// Converts the properties of a cover from and to the caller's struct.
import BookwormRecords
import CBookwormTypes

extension bw_cover {
  init(_ cover: Cover) {
    self.init()
    format = bw_cover_format(rawValue: UInt32(cover.format.rawValue))
    (width, height, length) = (cover.width, cover.height, cover.size)
    media_type = bw_text(cover.format.mediaType.bytes)
    withUnsafeMutableBytes(of: &digest) { $0.copyBytes(from: cover.digestText) }
  }

  /// The digest without the NUL at its end.
  var digestText: [UInt8] {
    withUnsafeBytes(of: digest) { Array($0.prefix { $0 != 0 }) }
  }
}
