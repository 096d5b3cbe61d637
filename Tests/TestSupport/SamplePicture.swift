// Provides pictures of 3 by 2 pixels from common encoders, in every format that a cover may have.
import BookwormRecords
import Testing

package struct SamplePicture: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  package let format: CoverFormat
  package let data: [UInt8]

  private init(_ name: String, _ format: CoverFormat, _ base64: String) {
    (testDescription, self.format, data) = (name, format, bytesOf(base64: base64))
  }

  /// Another picture for each number.
  package static func numbered(_ number: Int, size: Int = 0) -> [UInt8] {
    let end = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    let made = gif + end
    return made + [UInt8](repeating: 7, count: max(0, size - made.count))
  }

  package static let gif = all[7].data

  /// Returns a PNG file with this size in its header, but without pixels.
  package static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      big(UInt32(data.count)) + Array(name.utf8) + data + big(0)
    }
    var data: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    data += chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
    return data + chunk("IDAT", [0]) + chunk("IEND", [])
  }

  package static let all = [
    SamplePicture(
      "jpeg", .jpeg,
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////\
      ////////////////////////////////////2wBDAf//////////////////////////////////////////\
      ////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAA\
      AAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEA\
      AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABT//2Q==
      """),
    SamplePicture(
      "progressiveJPEG", .jpeg,
      """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////\
      ////////////////////////////////////2wBDAf//////////////////////////////////////////\
      ////////////////////////////////////////////wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAA\
      AAAAAAAAAAAAAAH/xAAUAQEAAAAAAAAAAAAAAAAAAAAB/9oADAMBAAIQAxAAAAGAf//EABQQAQAAAAAAAAAA\
      AAAAAAAAAAD/2gAIAQEAAQUCf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Bf//EABQRAQAAAAAA\
      AAAAAAAAAAAAAAD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEABj8Cf//EABQQAQAA\
      AAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8hf//aAAwDAQACAAMAAAAQ+//EABQRAQAAAAAAAAAAAAAAAAAAAAD/\
      2gAIAQMBAT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Qf//EABQQAQAAAAAAAAAAAAAAAAAA\
      AAD/2gAIAQEAAT8Qf//Z
      """),
    SamplePicture(
      "png", .png,
      """
      iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAHElEQVR42mM8IafBwMDAwMDAxMDAYHHnDQMD\
      AwAdJAMSvaMFNwAAAABJRU5ErkJggg==
      """),
    SamplePicture(
      "webp", .webp,
      """
      UklGRjgAAABXRUJQVlA4ICwAAABwAQCdASoDAAIADMDOJagCdAFAAAD+2CVNwgsa4XfQTjJ+aXNcbg6epoAA\
      AA==
      """),
    SamplePicture(
      "losslessWebP", .webp,
      """
      UklGRiIAAABXRUJQVlA4TBUAAAAvAkAAAA9wEv1BLsX8R4UXHET0PwIA
      """),
    SamplePicture(
      "animatedWebP", .webp,
      """
      UklGRqoAAABXRUJQVlA4WAoAAAACAAAAAgAAAQAAQU5JTQYAAAAAAAAAAABBTk1GOgAAAAAAAAAAAAIAAAEA\
      AAAAAAJWUDggIgAAADABAJ0BKgMAAgAMwM4loAADcAD+2ib89RH/6lb9dFEAAABBTk1GPAAAAAAAAAAAAAIA\
      AAEAAAAAAABWUDggJAAAADQBAJ0BKgMAAgAAAM4loAADcAD+5s7f/an5We76MPoPjG0AAA==
      """),
    SamplePicture(
      "extendedWebP", .webp,
      """
      UklGRlYAAABXRUJQVlA4WAoAAAAIAAAAAgAAAQAAVlA4ICIAAABwAQCdASoDAAIADMDOJaACdAFAAAD+2iYL\
      tH4u7EcZJAAARVhJRg4AAABJSSoACAAAAAAAAAAAAA==
      """),
    SamplePicture(
      "gif", .gif,
      """
      R0lGODdhAwACAIEAAAD6FMgeKAAAAAAAACwAAAAAAwACAAAICAADCAwAIEBAADs=
      """),
    SamplePicture(
      "animatedGIF", .gif,
      """
      R0lGODdhAwACAIEAAMgeKAAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAAh+QQBAAABACwAAAAAAwACAIEA\
      HvAAAAAAAAAAAAAIBgABCBwYEAA7
      """),
    SamplePicture(
      "avif", .avif,
      """
      AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGlj\
      dAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAJAAAAChp\
      aW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAA\
      AAAAAwAAAAIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1h\
      AAAAAAAAAAEAAQQBAoMEAAAALG1kYXQSAAoIGAQrRAQ0GhAyFh/3h4UV3///4suAAOwksMSX9GwSfkA=
      """),
    SamplePicture(
      "avifWithAlpha", .avif,
      """
      AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGGbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGlj\
      dAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAHBAAAAJAACAAAA\
      AQAAAa4AAAATAAAAQmlpbmYAAAAAAAIAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAABppbmZlAgAAAAAC\
      AABhdjAxQWxwaGEAAAAAGmlyZWYAAAAAAAAADmF1eGwAAgABAAEAAADDaXBycAAAAJ1pcGNvAAAAFGlzcGUA\
      AAAAAAAAAwAAAAIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAA5w\
      aXhpAAAAAAEIAAAADGF2MUOBABwAAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1\
      eGlsaWFyeTphbHBoYQAAAAAeaXBtYQAAAAAAAAACAAEEAQKDBAACBAEFhgcAAAA/bWRhdBIACgUYBCsKgDII\
      H5D/8QACIDASAAoIGAQrRAQ0GhAyFh/3h4UV3///4suuAOwksOnTxNyjw+s=
      """),
  ]
}

private func bytesOf(base64 text: String) -> [UInt8] {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
  for digit in text.utf8 {
    guard let value = digits.firstIndex(of: digit) else { break }
    (bits, count) = (bits << 6 | UInt32(value), count + 6)
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(bits >> UInt32(count) & 255))
    }
  }
  return bytes
}
