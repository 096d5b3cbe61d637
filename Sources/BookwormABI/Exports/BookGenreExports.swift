// Genres of a book
//
// A book's genres are in the order they were added; the first is its primary genre. Adding a genre
// that the book already has is not an error and changes nothing. Changing the genres leaves the
// book's `updated` unchanged.
import BookwormBooks
import BookwormRecords
import CBookwormTypes

/// Reads the genres of a book as rows of genres, the primary one first. Free the result with
/// bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_list_genres")
public func bw_book_list_genres(
  _ store: BWStore?, _ book: Int64, _ genres: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let genres = try required(genres, "genres")
    genres.pointee = try Handles.add(try Handles.session(store).genres(ofBook: book))
  }
}

/// Reads the genres of a book in the order of their displayed names in the given language: see
/// bw_genre_get_display_name(). Free the result with bw_result_free(). Fails with
/// BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT for an unknown language.
@_cdecl("bw_book_list_genres_by_display_name")
public func bw_book_list_genres_by_display_name(
  _ store: BWStore?, _ book: Int64, _ language: bw_language,
  _ genres: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, genres) = (try Handles.session(store), try required(genres, "genres"))
    genres.pointee = try Handles.add(
      try session.genres(ofBook: book, displayedIn: try Language(language)))
  }
}

/// Adds a genre to a book, after its other genres. `changed`, which may be NULL, gets 0 if the book
/// already had it, otherwise 1. Fails with BW_ERROR_NOT_FOUND; `error->field` is "book" or "genre".
@_cdecl("bw_book_add_genre")
public func bw_book_add_genre(
  _ store: BWStore?, _ book: Int64, _ genre: Int64, _ changed: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let added = try Handles.session(store).addGenre(genre, toBook: book)
    changed?.pointee = added ? 1 : 0
  }
}

/// Removes a genre from a book. `changed`, which may be NULL, gets 0 if the book did not have it,
/// otherwise 1. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_remove_genre")
public func bw_book_remove_genre(
  _ store: BWStore?, _ book: Int64, _ genre: Int64, _ changed: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let removed = try Handles.session(store).removeGenre(genre, fromBook: book)
    changed?.pointee = removed ? 1 : 0
  }
}

/// Adds a genre to a book that does not have it, or removes it from a book that does. `added`,
/// which may be NULL, gets 1 if the book has it now, otherwise 0. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_book_toggle_genre")
public func bw_book_toggle_genre(
  _ store: BWStore?, _ book: Int64, _ genre: Int64, _ added: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let has = try Handles.session(store).toggleGenre(genre, ofBook: book)
    added?.pointee = has ? 1 : 0
  }
}

/// Replaces a book's genres with the given ones, in this order; a count of 0 removes all. Fails
/// with BW_ERROR_NOT_FOUND, and then changes nothing.
@_cdecl("bw_book_set_genres")
public func bw_book_set_genres(
  _ store: BWStore?, _ book: Int64, _ genres: UnsafePointer<Int64>?, _ count: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let genres = try array(genres, count, "genres")
    try Handles.session(store).setGenres(genres, ofBook: book)
  }
}

/// For each of `count` pairs, adds the genre genres[i] to the book books[i]; all pairs are one
/// step, all or none.
///
/// `added`, which may be NULL, gets the number of books that did not have their genre before. Fails
/// with BW_ERROR_NOT_FOUND; `error->row` is the index of the failed pair.
@_cdecl("bw_books_add_genres")
public func bw_books_add_genres(
  _ store: BWStore?, _ books: UnsafePointer<Int64>?, _ genres: UnsafePointer<Int64>?,
  _ count: Int64, _ added: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let books = try array(books, count, "books")
    let number = try session.addGenres(try array(genres, count, "genres"), toBooks: books)
    added?.pointee = number
  }
}
