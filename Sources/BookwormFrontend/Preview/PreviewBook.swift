// These types describe the books, genres and quotes of the preview store.
import BookwormBooks
import BookwormRecords
import BookwormStorage

struct PreviewGenre {
  let name: StaticString
  let colour: StaticString
}

struct PreviewQuote {
  let text: StaticString
  let page: StaticString?

  init(_ text: StaticString, page: StaticString? = nil) {
    self.text = text
    self.page = page
  }

  var draft: QuoteDraft {
    var draft = QuoteDraft()
    draft.give(.text, text.bytes)
    if let page { draft.give(.page, page.bytes) }
    return draft
  }
}

/// A class, so that a table of books is a table of addresses.
final class PreviewBook: Sendable {
  typealias Price = (amount: Int64, currency: StaticString)
  typealias Series = (name: StaticString, number: Double?)

  let title: StaticString
  let author: StaticString
  let year: Int32?
  let genres: [StaticString]
  let rating: Int32
  let favourite: Bool
  let status: BookStatus
  let started: Int32?
  let finished: Int32?
  let series: Series?
  let price: Price?
  let synopsis: StaticString?
  let review: StaticString?
  let notes: StaticString?
  let isbn: StaticString?
  let quotes: [PreviewQuote]

  init(
    title: StaticString, author: StaticString, year: Int32? = nil, genres: [StaticString] = [],
    rating: Int32 = 0, favourite: Bool = false, status: BookStatus = .onShelf,
    started: Int32? = nil, finished: Int32? = nil, series: Series? = nil, price: Price? = nil,
    synopsis: StaticString? = nil, review: StaticString? = nil, notes: StaticString? = nil,
    isbn: StaticString? = nil, quotes: [PreviewQuote] = []
  ) {
    (self.title, self.author, self.year, self.genres) = (title, author, year, genres)
    (self.rating, self.favourite, self.status) = (rating, favourite, status)
    (self.started, self.finished, self.series, self.price) = (started, finished, series, price)
    (self.synopsis, self.review, self.notes) = (synopsis, review, notes)
    (self.isbn, self.quotes) = (isbn, quotes)
  }

  func draft(created: Milliseconds, genres: UnsafeBufferPointer<Int64>) -> BookDraft {
    var draft = BookDraft()
    draft.give(.title, title.bytes)
    draft.give(.author, author.bytes)
    draft.give(.rating, rating)
    draft.give(.favourite, favourite ? 1 : 0)
    draft.give(.status, status.rawValue)
    draft.give(.created, created)
    draft.given.formUnion(.genres)
    draft.genres = genres
    let texts: [(BookFields, StaticString?)] = [
      (.synopsis, synopsis), (.review, review), (.notes, notes), (.series, series?.name),
      (.currency, price?.currency),
    ]
    for (field, text) in texts { if let text { draft.give(field, text.bytes) } }
    let numbers: [(BookFields, Int32?)] = [
      (.year, year), (.started, started), (.finished, finished),
    ]
    for (field, number) in numbers { if let number { draft.give(field, number) } }
    if let price { draft.give(.price, price.amount) }
    if let number = series?.number { draft.give(.seriesNumber, number) }
    if let isbn {
      draft.given.formUnion(.identifiers)
      draft.identifiers = [(("isbn" as StaticString).bytes, isbn.bytes)]
    }
    return draft
  }
}
