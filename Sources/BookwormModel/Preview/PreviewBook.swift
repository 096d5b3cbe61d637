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
    draft.given = [.title, .author, .rating, .favourite, .status, .created, .genres]
    draft.title = title.bytes
    draft.author = author.bytes
    draft.rating = rating
    draft.favourite = favourite ? 1 : 0
    draft.status = status.rawValue
    draft.created = created
    draft.genres = genres
    draft.give(\.synopsis, synopsis, .synopsis)
    draft.give(\.review, review, .review)
    draft.give(\.notes, notes, .notes)
    draft.give(\.series, series?.name, .series)
    draft.give(\.currency, price?.currency, .currency)
    draft.give(\.price, price?.amount, .price)
    draft.give(\.seriesNumber, series?.number, .seriesNumber)
    draft.give(\.year, year, .year)
    draft.give(\.started, started, .started)
    draft.give(\.finished, finished, .finished)
    if let isbn {
      draft.given.formUnion(.identifiers)
      draft.identifiers = [(("isbn" as StaticString).bytes, isbn.bytes)]
    }
    return draft
  }
}

extension BookDraft {
  fileprivate mutating func give<Value>(
    _ member: WritableKeyPath<BookDraft, Value>, _ value: Value?, _ field: BookFields
  ) {
    guard let value else { return }
    self[keyPath: member] = value
    given.insert(field)
  }

  fileprivate mutating func give(
    _ member: WritableKeyPath<BookDraft, Bytes>, _ text: StaticString?, _ field: BookFields
  ) {
    give(member, text?.bytes, field)
  }
}
