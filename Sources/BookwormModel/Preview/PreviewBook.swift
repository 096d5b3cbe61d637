// What a book, a genre and a quote of the preview store are given as.
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
    draft.given = page == nil ? .text : [.text, .page]
    draft.text = text.bytes
    draft.page = page?.bytes ?? BookDraft.nothing
    return draft
  }
}

struct PreviewBook {
  typealias Price = (amount: Int64, currency: StaticString)
  typealias Series = (name: StaticString, number: Double?)

  let title: StaticString
  let author: StaticString
  var year: Int32?
  var genres: [StaticString] = []
  var rating: Int32 = 0
  var favourite = false
  var status = BookStatus.onShelf
  var started: Int32?
  var finished: Int32?
  var series: Series?
  var price: Price?
  var synopsis: StaticString?
  var review: StaticString?
  var notes: StaticString?
  var isbn: StaticString?
  var quotes: [PreviewQuote] = []

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
