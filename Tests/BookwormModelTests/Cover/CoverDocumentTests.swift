// Tests covers in documents: written on request, and read back by the rules.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct CoverDocumentTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create("Dune")
    _ = try store.create("Emma")
  }

  private func document(_ name: String, with extra: BookFields = []) throws -> String {
    try store.export(to: bytes(folder.file(name)), with: extra)
    return String(decoding: try #require(contents(of: folder.file(name))), as: UTF8.self)
  }

  private func imported(_ text: String, _ name: String) throws -> Store {
    write(Array(text.utf8), to: folder.file("\(name).json"))
    let store = try openStore(folder.file(name))
    try store.importDocument(from: bytes(folder.file("\(name).json")))
    return store
  }

  @Test(arguments: [47, 48, 49, 200_001])
  func aDocumentHasCoversWhereTheyAreAskedFor(_ size: Int) throws {
    let data = SamplePicture.numbered(1, size: size)
    try store.setCover(ofBook: book, bytes(data))
    #expect(try !document("without").contains("\"cover\""))
    let text = try document("with", with: .cover)
    #expect(text.contains("\"cover\":\"R0lGODdh"))
    let copy = try imported(text, "copy")
    #expect(try copy.coverData(book) == data)
    #expect(try copy.cover(ofBook: book) == store.cover(ofBook: book))
    #expect(try faults(inStore: folder.file("copy")) == [])
    #expect(failure { try document("other", with: .genres) }?.field == "extra")
  }

  @Test(
    arguments: [
      ("", "cover is empty"), ("R0lG", "not a picture that is known"),
      ("R0lGODdh", "ends too early"), ("R0l", "not a text in Base64"),
      ("R0l=R0lG", "not a text in Base64"), ("R0lGO===", "not a text in Base64"),
      ("R0lGO1==", "not a text in Base64"), ("R0l\u{E9}R0", "not a text in Base64"),
      (String(repeating: "A", count: 23 << 20), "longer than"),
    ])
  func aCoverThatIsNoneIsRefused(_ cover: String, _ words: String) throws {
    let text = try document("document")
    let place = try #require(text.range(ofLast: "\"title\""))
    let spoilt = text.prefix(upTo: place) + "\"cover\":\"\(cover)\"," + text.suffix(from: place)
    let refused = failure { try imported(String(spoilt), "copy") }
    #expect(refused?.field == "cover" && refused?.row == 1)
    #expect(refused?.message.contains(words) == true, "\(refused?.message ?? "-")")
    #expect(try openStore(folder.file("copy")).countBooks() == 0)
  }

  @Test func everyLengthComesBackFromBase64() throws {
    for count in 0..<100 {
      let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      var text: [UInt8] = []
      Base64.encode(bytes(data)) { text += $0 }
      #expect(text.count == Base64.length(of: count))
      var back = MemoryBuffer()
      defer { back.free() }
      #expect(try Base64.decode(bytes(text), into: &back))
      #expect(Array(back.bytes) == data)
    }
  }
}

extension String {
  fileprivate func range(ofLast text: String) -> String.Index? {
    indices.last { self[$0...].hasPrefix(text) }
  }
}
