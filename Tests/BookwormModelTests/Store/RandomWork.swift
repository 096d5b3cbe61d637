// A random operation is chosen from a store's contents, and the store may refuse it.
import BookwormStorage
import TestSupport

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

struct RandomWork: CustomStringConvertible {
  let description: String
  /// Does the work on this store, or on another one with the same contents, and returns the result.
  let run: (any Session) throws -> Any

  /// Does the work, which may be refused.
  func tryIt(on session: any Session) throws { _ = failure { try run(session) } }

  init(_ dice: inout Dice, on session: any Session) throws {
    func any(_ dice: inout Dice, _ ids: [Int64]) -> Int64 {
      ids.isEmpty || dice.once(in: 12) ? 9999 : dice.pick(ids)
    }
    let books = try session.run(Query()).ids
    let genres = try session.allGenres().ids
    let quotes = try books.flatMap { try session.quotes(ofBook: $0).ids }
    let (book, genre, quote) = (any(&dice, books), any(&dice, genres), any(&dice, quotes))
    let few = [any(&dice, genres), any(&dice, genres), genre]
    let new = catalogue(1, genres: few, seed: dice.next())[0].with {
      $0.identifiers = dice.once(in: 2) ? [.init("isbn", "\(dice.next())"), .init("x", "y")] : []
      $0.contributors = few[0] % 2 == 0 ? [.init("A"), .init("Łódź", "translator")] : []
      $0.genres = Array(few.prefix(Int.random(in: 0...3, using: &dice)))
    }
    let choice = Int.random(in: 0..<27, using: &dice)
    let (number, flag) = (Int32.random(in: 0...5, using: &dice), dice.once(in: 2))
    let name = dice.pick(["A", "b", "C", "Łódź", "e", "F", "g"])
    var draft = QuoteDraft()
    draft.given = dice.pick([.text, .page, [.text, .page]])
    (draft.text, draft.page) = (bytes("Text \(number)"), bytes("\(number)"))
    let quoteDraft = draft
    var some: BookFields = []
    for field in [
      BookFields.title, .author, .rating, .favourite, .status, .created, .started, .finished,
      .series, .genres, BookFields.identifiers.union(.contributors), .review,
    ] where dice.once(in: 3) { some.formUnion(field) }
    let given = some
    let clear = BookFields.clearable.subtracting([.price, .currency]).subtracting(given)
    let byName = dice.once(in: 3)
    let (other, otherGenre) = (any(&dice, books), any(&dice, genres))
    description =
      "\(choice) on book \(book), genre \(genre), quote \(quote), \(number) \(flag) \(byName)"
      + " \(name)"
    run = { session in
      switch choice {
      case 0, 1:
        var draft = new.draft
        if byName {
          draft.given = draft.given.subtracting(.genres).union(.genreNames)
          draft.genreNames = [bytes(name), bytes("New \(number)")]
        }
        return try session.createBook(draft)
      case 2:
        return try session.createMany(Int(number)) { row in
          new.with { $0.author += " \(row)" }.draft
        }
      case 3, 4, 5:
        var draft = new.draft
        draft.given.formIntersection(given)
        if byName {
          draft.given = draft.given.subtracting(.genres).union(.genreNames)
          draft.genreNames = [bytes(name), bytes("Other \(number)")]
        }
        return try session.updateBook(
          book, draft, clear: flag ? clear.intersection([.review, .series, .finished]) : [])
      case 6: return try session.setRating(book, number)
      case 7: return try session.toggleFavourite(book)
      case 8: return try session.setStatus(book, number % 4, date: 2024_02_29)
      case 9: return try session.deleteBook(book)
      case 10: return try session.deleteBooks(array([book, other, 9999]))
      case 11: return try session.findOrCreateGenre(bytes(name))
      case 12: return try session.renameGenre(genre, bytes(name))
      case 13: return try session.setGenreColour(genre, bytes("00FF0\(number)"))
      case 14: return try flag ? session.deleteGenre(genre) : session.deleteQuote(quote)
      case 15: return try session.toggleGenre(genre, ofBook: book)
      case 16: return try session.set(genres: new.genres, of: book)
      case 17: return try session.quote("New \(number)", page: flag ? "1" : nil, of: book)
      case 18: return try session.updateQuote(quote, quoteDraft, clear: [])
      case 19, 20, 21:
        var draft = new.draft
        draft.given = draft.given.subtracting(.genres).union(.genreNames)
        draft.genreNames = [bytes(name), bytes("Other \(number)")]
        let rows = (0...number).map { ("\($0)", draft) }
        var options = ImportOptions()
        options.recreatesDeleted = flag
        return try session.importBooks(
          rows, of: given.subtracting(.genres).union([.title, .author, .genreNames, .created]),
          from: byName ? "shop" : "library", options)
      case 22:
        return try session.mergeBook(
          book, into: other, taking: byName ? [.title, .genres, .cover] : [], preview: flag)
      case 24:
        let data = SamplePicture.numbered(Int(number), size: flag ? 70_000 : 0)
        return try session.setCover(ofBook: book, bytes(data))
      case 25: return try session.removeCover(ofBook: book)
      case 23: return try session.mergeGenre(genre, into: otherGenre, preview: flag)
      default:
        var query = SampleQuery()
        query.statuses = [number % 4]
        if byName {
          var draft = new.draft
          draft.given.formIntersection(given.subtracting(.genres))
          draft.give(.addGenreNames, [bytes(name), bytes("More \(number)")])
          draft.give(.removeGenres, array([genre]))
          return try session.updateBooks(matching: query.query(), draft, clear: [])
        } else if flag {
          return try session.setRating(number, matching: query.query())
        } else {
          return try session.addGenre(genre, matching: query.query())
        }
      }
    }
  }
}
