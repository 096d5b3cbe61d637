// Tests the headers of pictures, including damaged and hostile files.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormRecords

@Suite struct PictureHeaderTests {
  /// The memory ends where the bytes do, so that a sanitizer detects a read beyond them.
  private func header(_ data: [UInt8]) throws(PictureFault) -> PictureHeader {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: data.count)
    defer { memory.deallocate() }
    _ = memory.initialize(from: data)
    return try PictureHeader(Bytes(memory))
  }

  private func fault(_ data: [UInt8]) -> PictureFault? {
    do {
      _ = try header(data)
      return nil
    } catch { return error }
  }

  @Test(arguments: SamplePicture.all)
  func itsBytesSayTheFormatAndTheSize(_ picture: SamplePicture) throws {
    let found = try header(picture.data)
    #expect(found.format == picture.format)
    #expect((found.width, found.height) == (3, 2))
    #expect(try header(picture.data + [1, 2, 3]) == found)
  }

  @Test(arguments: SamplePicture.all)
  func aFileThatEndsTooEarlyIsNoPicture(_ picture: SamplePicture) {
    for length in 0..<picture.data.count {
      let fault = fault(Array(picture.data.prefix(length)))
      #expect(fault != nil, "\(length) of \(picture.data.count) bytes")
      if length >= 40 { #expect(fault == .truncated(picture.format), "\(length) bytes") }
    }
  }

  @Test func otherFilesAreNoPictures() {
    let others = [
      "", "GIF", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<?xml version=\"1.0\"?><svg/>",
      "%PDF-1.7", "BM6", "II*\0", "RIFF\0\0\0\0WAVE", "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic",
    ]
    for other in others { #expect(fault(Array(other.utf8)) == .unknown, "\(other)") }
  }

  @Test func aPictureWithoutASideIsNone() {
    #expect(fault(SamplePicture.png(0, 5)) == .noSize(.png))
    #expect(fault(SamplePicture.png(5, 0)) == .noSize(.png))
    #expect(fault(SamplePicture.png(5, 5)) == nil)
    #expect(fault(SamplePicture.png(.max, 5)) == .damaged(.png))
  }

  /// Whatever the bytes are, the answer comes quickly.
  @Test(arguments: SamplePicture.all)
  func anyBytesAreAnswered(_ picture: SamplePicture) {
    var dice = Dice(UInt64(picture.data.count))
    func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    let start = Clock.now()
    for _ in 0..<3000 {
      var data = picture.data
      for _ in 0..<roll(1...6) {
        let place = roll(0...data.count - 1)
        switch roll(0...4) {
        case 0: data[place] = dice.pick([0, 1, 0x7F, 0x80, 0xFF])
        case 1: data[place] = UInt8(roll(0...255))
        case 2: data.removeSubrange(place..<min(data.count, place + roll(1...9)))
        case 3: data.insert(contentsOf: data[place...].prefix(roll(1...40)), at: place)
        default: data += [UInt8](repeating: 0xFF, count: roll(1...40))
        }
        if data.isEmpty { data = [0] }
      }
      _ = fault(data)
    }
    #expect(Clock.now() - start < 20_000)
  }

  /// The 256 KiB after the beginning consist of as many boxes, tables and lists as they can hold.
  @Test(arguments: SamplePicture.all)
  func aLongFileTakesNoLongTime(_ picture: SamplePicture) {
    let length = 1 << 18
    for filling in [[0], [0xFF], [0xFF, 0xD0], [0, 0, 0, 8], [1], [0x21, 0xFE, 0]] as [[UInt8]] {
      let rest = (0..<length).map { filling[$0 % filling.count] }
      for kept in stride(from: 8, to: picture.data.count, by: max(1, picture.data.count / 12)) {
        let data = Array(picture.data.prefix(kept)) + rest
        let start = Clock.now()
        _ = fault(data)
        #expect(Clock.now() - start < 5000, "\(filling) after \(kept) bytes")
      }
    }
  }
}
