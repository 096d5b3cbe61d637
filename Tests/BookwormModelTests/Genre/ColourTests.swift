// Tests colours as text and as numbers, and the colours of the standard genres.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords

@Suite struct ColourTests {
  @Test(arguments: [
    ("#FF0000", 0xFF0000), ("ff0000", 0xFF0000), ("#abCDef", 0xABCDEF), ("000000", 0),
    ("#FFFFFF", 0xFFFFFF), ("#012345", 0x012345), ("6789aB", 0x6789AB),
  ])
  func theseAreColours(text: String, rgb: UInt32) throws {
    #expect(Colour.parse(bytes(text)) == rgb)
    #expect(try Colour.check(bytes(text)) == rgb)
  }

  @Test(arguments: [
    "", "#", "12ZZ34", "#FFF", "FFF", "#RRGGBBAA", "#FF0000FF", "##F0000", "#FF00 0", " #FF0000",
    "#FF0000 ", "#ＦＦ0000", "0xFF0000", "#GG0000", "#FF-000", "red", "#FF000@", "#FF000`",
  ])
  func theseAreNot(text: String) {
    #expect(Colour.parse(bytes(text)) == nil)
    let failure = failure { try Colour.check(bytes(text)) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "colour")
  }

  @Test func anOverlongTextIsQuotedOnlyInPart() {
    let long = String(repeating: "é", count: 5000)
    let message = failure { try Colour.check(bytes(long)) }?.message ?? ""
    #expect(message.utf8.count < 120)
  }

  @Test func aColourIsWrittenInUpperCaseWithItsSign() {
    #expect(String(decoding: Colour.format(0x00ABCD), as: UTF8.self) == "#00ABCD")
    for rgb in stride(from: UInt32(0), through: 0xFFFFFF, by: 65_537) {
      #expect(Colour.parse(bytes(Colour.format(rgb))) == rgb)
    }
  }

  @Test func thereAreSevenStandardGenres() throws {
    let rows = try RowSet.standardGenres()
    #expect(
      rows.texts(.name)
        == ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"])
    #expect(rows.texts(.colour)[5...] == ["#FF0000", "#000000"])
    #expect(rows.integers(.rgb)[5...] == [0xFF0000, 0])
    #expect(rows.integers(.id) == [0, 0, 0, 0, 0, 0, 0])
    #expect(Set(rows.texts(.colour)).count == 7)
  }

  @Test(arguments: ["Thriller", "THRILLER", "ｔｈｒｉｌｌｅｒ"])
  func aStandardGenreGetsItsOwnColour(name: String) throws {
    let store = try memoryStore()
    let genre = try store.createGenre(bytes(name), colour: nil)
    #expect(try store.genre(genre).texts(.colour) == ["#000000"])
    let other = try store.createGenre(bytes("Steampunk"), colour: nil)
    #expect(try store.genre(other).texts(.colour) == ["#FF0000"])
  }

  @Test func aFormStartsWithWhatEveryFrontendShows() {
    #expect(FormDefaults.rating == 3)
    #expect(string(FormDefaults.genre.bytes) == "Fantasy")
  }
}
