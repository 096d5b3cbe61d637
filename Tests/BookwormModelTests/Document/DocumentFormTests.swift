// Tests the forms of the document: the latest has words where the others have numbers.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords

@Suite struct DocumentFormTests {
  let folder = TemporaryFolder()
  var document: String { folder.file("document.json") }

  private static func whole(_ form: Int, books: String, more: String) -> String {
    """
    {"bookworm":\(form),"schema":4,"sort_keys":2,
    "last_ids":{"book":2,"genre":0,"quote":1,"reading":1,"shelf":0,"source":1},"genres":[],
    "books":[\(books)],\(more),"shelves":[],\(form < 3 ? sources("7") : sources(instant)),
    "merged_books":[]}
    """
  }

  private static func sources(_ imported: String) -> String {
    """
    "book_sources":[{"id":1,"book":1,"source":"shop","source_id":"1","taken":"",
    "imported":\(imported),"global_id":"01a20481-0f26-74fc-a542-6afbe0a0a175"}]
    """
  }

  private static let instant = #""1970-01-01T00:00:00.007+00:00""#

  private static func words(
    favourite: String = "true", status: String = #""did-not-finish""#, created: String = instant,
    started: String = #""2024-02-29""#, outcome: String = #""did-not-finish""#
  ) -> String {
    whole(
      3,
      books: """
        {"id":1,"title":"T","author":"A","rating":4,"favourite":\(favourite),"status":\(status),
        "created":\(created),"updated":"1969-12-31T23:59:59.999+00:00","started":\(started),
        "finished":"9999-12-31","global_id":"01a20481-0f26-74fc-a542-6afbe0a0a171"}
        """,
      more: """
        "quotes":[{"id":1,"book":1,"text":"Q","created":"0001-01-01T00:00:00.000+00:00",
        "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a172"}],
        "orders":[{"id":1,"book":1,"title":"T","quantity":2,"unit_price":5,"currency":"EUR",
        "total":10,"placed":"9999-12-31T23:59:59.999+00:00",
        "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a173"}],
        "readings":[{"id":1,"book":1,"outcome":\(outcome),"started":"2024-02-29",
        "finished":"9999-12-31","created":"1970-01-01T00:00:00.000+00:00",
        "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a174"}]
        """)
  }

  private static let numbers = whole(
    2,
    books: """
      {"id":1,"title":"T","author":"A","rating":4,"favourite":1,"status":3,"created":7,
      "updated":-1,"started":20240229,"finished":99991231,
      "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a171"}
      """,
    more: """
      "quotes":[{"id":1,"book":1,"text":"Q","created":-62135596800000,
      "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a172"}],
      "orders":[{"id":1,"book":1,"title":"T","quantity":2,"unit_price":5,"currency":"EUR",
      "total":10,"placed":253402300799999,"global_id":"01a20481-0f26-74fc-a542-6afbe0a0a173"}],
      "readings":[{"id":1,"book":1,"outcome":3,"started":20240229,"finished":99991231,"created":0,
      "global_id":"01a20481-0f26-74fc-a542-6afbe0a0a174"}]
      """)

  private func exported(_ text: String) throws -> String {
    write(Array(text.utf8), to: document)
    let store = try memoryStore()
    try store.importDocument(from: bytes(document))
    #expect(try store.check().count == 0)
    let copy = folder.file("copy.json")
    unlink(copy)
    try store.export(to: bytes(copy))
    return String(decoding: try #require(contents(of: copy)), as: UTF8.self)
  }

  @Test func theOlderFormAndTheNewOneGiveTheSameStore() throws {
    let text = try exported(Self.words())
    #expect(try exported(Self.numbers) == text)
    for line in Self.words().split(whereSeparator: { "{}[]\n".contains($0) }) {
      for member in line.split(separator: ",") where !member.contains("schema") {
        #expect(text.contains(member), "\(member)")
      }
    }
  }

  @Test func anInstantMayBeWrittenShorter() throws {
    let whole = try exported(Self.words(created: #""2024-02-29T17:05:00.000+00:00""#))
    for rest in ["Z", "+00:00", ".000Z"] {
      #expect(try exported(Self.words(created: "\"2024-02-29T17:05:00\(rest)\"")) == whole)
    }
  }

  @Test(arguments: [
    (words(favourite: "1"), "document", "true or false for favourite"),
    (words(favourite: "tru"), "document", "true or false for favourite"),
    (words(favourite: #""true""#), "document", "true or false for favourite"),
    (words(status: "3"), "document", "a text for status"),
    (words(status: #""reading""#), "status", "it must be on-shelf, in-progress"),
    (words(status: #""""#), "status", #"status is "";"#),
    (words(outcome: #""on-shelf""#), "outcome", "it must be open, completed, did-not-finish"),
    (words(started: "20240229"), "document", "a text for started"),
    (words(started: #""2023-02-29""#), "started", "such as 2024-02-29"),
    (words(started: #""0000-01-01""#), "started", "such as 2024-02-29"),
    (words(started: #""2024-2-29""#), "started", "such as 2024-02-29"),
    (words(started: #""2024-02-29 ""#), "started", "such as 2024-02-29"),
    (words(created: "7"), "document", "a text for created"),
    (words(created: #""2024-02-29""#), "created", "in UTC"),
    (words(created: #""2024-02-29T24:00:00Z""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:60:00Z""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:05:60Z""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:05:00""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:05:00+01:00""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:05:00.25Z""#), "created", "in UTC"),
    (words(created: #""2024-02-29T17:05:00.2500Z""#), "created", "in UTC"),
    (words(created: #""2024-02-29 17:05:00Z""#), "created", "in UTC"),
    (words(created: #""2024-02-30T17:05:00Z""#), "created", "in UTC"),
    (words(created: #""10000-01-01T00:00:00Z""#), "created", "in UTC"),
    (words(created: #""Z""#), "created", "in UTC"),
  ])
  func aWordThatIsNoneIsNamed(text: String, field: String, piece: String) throws {
    write(Array(text.utf8), to: document)
    let store = try memoryStore()
    let failure = try #require(failure { try store.importDocument(from: bytes(document)) })
    #expect(failure.kind == .invalid)
    #expect(failure.field == field)
    #expect(failure.message.contains(piece), "\(failure.message)")
    #expect(try store.countBooks() == 0)
  }
}
