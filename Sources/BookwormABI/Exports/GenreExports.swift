// Genres
//
// A genre's name is unique. Names that differ only in case or compatibility forms are equal (NFKC
// and full case folding, definition D146 of the Unicode Standard); names that differ in accents or
// surrounding white space are not. A colour is `#RRGGBB`; on input the `#` is optional and case is
// ignored.
//
// A genre that is created by its name alone (by bw_genre_find_or_create(), with a book, by an
// import) gets a colour that depends only on its name, in every store and every version. A standard
// genre gets its own colour, and any other genre a colour from a palette of twenty. The colours of
// the palette can be distinguished, even by colour-blind people, on light and dark backgrounds:
// they have a contrast of at least 3 to white and to #121212, and differ by at least 6 (CIEDE2000)
// from each other and from the standard genres' colours, with normal vision and with each kind of
// colour blindness.
//
// Nine genres have a name in each of English, German, Polish and Korean: the seven standard genres,
// plus Fiction and Non Fiction. Searches accept each of these names: if no genre has the given name
// itself, bw_genre_find() and queries find the genre that has this name in another language. For
// example, the Polish name "Romans" finds the genre "Romance". Calls that create or change data
// look only for the given name itself, ignoring case: a call that creates or changes genres, or
// that gives a book's genres by name, treats "Romans" and "Romance" as two genres. The only
// exception is text that a person typed: see "Typed text". A genre is stored and read under the
// name it was given.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Creates a genre. `id`, which may be NULL, gets its id.
///
/// `colour` may be NULL: then a standard genre gets its own colour, and any other genre gets red,
/// the initial colour in a form for a new genre. (bw_genre_find_or_create() derives a colour from
/// the name instead.) Fails with BW_ERROR_EXISTS, BW_ERROR_INVALID (a blank name, or a text that is
/// not a colour), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE.
@_cdecl("bw_genre_create")
public func bw_genre_create(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ colour: UnsafePointer<CChar>?, _ colour_length: Int64, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (name, colour) = (
      try givenText(name, name_length, "name"), try optionalText(colour, colour_length, "colour")
    )
    let created = try Handles.session(store).createGenre(name, colour: colour)
    id?.pointee = created
  }
}

/// Finds the genre that a person means by a name: the genre with this name, ignoring case,
/// otherwise the genre that has this name in another language. `id`, which may be NULL, gets its
/// id. Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID for a blank name. To change data by
/// name, use bw_genre_find_exact().
@_cdecl("bw_genre_find")
public func bw_genre_find(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let found = try Handles.session(store).findGenre(
      try givenText(name, name_length, "name"), exact: false)
    id?.pointee = found
  }
}

/// Finds a genre by its own name, ignoring case, and never by its name in another language. `id`,
/// which may be NULL, gets its id. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_genre_find_exact")
public func bw_genre_find_exact(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ id: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let found = try Handles.session(store).findGenre(
      try givenText(name, name_length, "name"), exact: true)
    id?.pointee = found
  }
}

/// Finds a genre by its own name, or creates it with the colour that its name determines: see
/// "Genres". `id`, which may be NULL, gets its id. `created`, which may be NULL, gets 1 if it was
/// created, otherwise 0.
@_cdecl("bw_genre_find_or_create")
public func bw_genre_find_or_create(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ id: UnsafeMutablePointer<Int64>?, _ created: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let session = try Handles.session(store)
    let genre = try session.findOrCreateGenre(try givenText(name, name_length, "name"))
    id?.pointee = genre.id
    created?.pointee = genre.created ? 1 : 0
  }
}

/// Finds or creates `count` genres by name as one step, all or none.
///
/// `ids`, which may be NULL, has room for `count` ids; names of the same genre get the same id.
/// `created`, which may be NULL, gets the number of created genres. On failure `error->row` is the
/// index of the invalid name.
@_cdecl("bw_genres_find_or_create")
public func bw_genres_find_or_create(
  _ store: BWStore?, _ names: UnsafePointer<bw_text>?, _ count: Int64,
  _ ids: UnsafeMutablePointer<Int64>?, _ created: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, names) = (try Handles.session(store), try array(names, count, "names"))
    let number = try session.findOrCreateGenres(names, ids: ids)
    created?.pointee = number
  }
}

/// Reads a genre. Prepare `genre` with BW_INIT; it borrows its texts from `*result`, which you own:
/// free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_genre_get")
public func bw_genre_get(
  _ store: BWStore?, _ id: Int64, _ genre: UnsafeMutablePointer<bw_genre>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (genre, result) = (try output(genre, "genre"), try required(result, "result"))
    let rows = try Handles.session(store).genre(id)
    let row: bw_genre = try rows.struct(.genre, 0)
    result.pointee = try Handles.add(rows)
    genre.write(row)
  }
}

/// Renames a genre. Fails with BW_ERROR_EXISTS if another genre has the name, with
/// BW_ERROR_NOT_FOUND, and like bw_genre_create().
@_cdecl("bw_genre_rename")
public func bw_genre_rename(
  _ store: BWStore?, _ id: Int64, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.session(store).renameGenre(id, try givenText(name, name_length, "name"))
  }
}

/// Sets a genre's colour, `#RRGGBB`. Fails with BW_ERROR_INVALID or BW_ERROR_NOT_FOUND.
@_cdecl("bw_genre_set_colour")
public func bw_genre_set_colour(
  _ store: BWStore?, _ id: Int64, _ colour: UnsafePointer<CChar>?, _ colour_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.session(store).setGenreColour(id, try givenText(colour, colour_length, "colour"))
  }
}

/// Gives each red genre the colour that its name determines: see "Genres". Before version 2.1,
/// every genre that was created without a colour was red; since then, only a genre that
/// bw_genre_create() creates without a colour is red, unless it is a standard genre. A genre that
/// someone made red is recoloured too; Romance is not, because its own colour is red. The call is
/// one step to undo. `changed`, which may be NULL, gets the number of recoloured genres. Cost:
/// reads all genres, and writes those that it recolours.
@_cdecl("bw_genres_recolour")
public func bw_genres_recolour(
  _ store: BWStore?, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let number = try Handles.session(store).recolourGenres()
    changed?.pointee = number
  }
}

/// Deletes a genre and removes it from its books; no book is deleted. Fails with
/// BW_ERROR_NOT_FOUND. Cost: in proportion to the number of its books.
@_cdecl("bw_genre_delete")
public func bw_genre_delete(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).deleteGenre(id) }
}

/// Deletes several genres in one step. Unknown ids are ignored. `deleted`, which may be NULL, gets
/// the number of deleted genres.
@_cdecl("bw_genres_delete")
public func bw_genres_delete(
  _ store: BWStore?, _ ids: UnsafePointer<Int64>?, _ count: Int64,
  _ deleted: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let number = try Handles.session(store).deleteGenres(try array(ids, count, "ids"))
    deleted?.pointee = number
  }
}

/// Counts the genres. Cost: in proportion to their number.
@_cdecl("bw_genres_count")
public func bw_genres_count(
  _ store: BWStore?, _ count: UnsafeMutablePointer<Int64>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let count = try required(count, "count")
    count.pointee = try Handles.session(store).count(.genre)
  }
}

/// Reads all genres, sorted by name as people expect: case and accents are ignored, and numbers are
/// compared by value, so "Book 2" comes before "Book 10". Free the result with bw_result_free().
@_cdecl("bw_genres_list")
public func bw_genres_list(
  _ store: BWStore?, _ genres: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let genres = try required(genres, "genres")
    genres.pointee = try Handles.add(try Handles.session(store).allGenres())
  }
}

/// Reads all genres in the order of their displayed names in the given language: see
/// bw_genre_get_display_name(). Free the result with bw_result_free(). Fails with BW_ERROR_ARGUMENT
/// for an unknown language.
@_cdecl("bw_genres_list_by_display_name")
public func bw_genres_list_by_display_name(
  _ store: BWStore?, _ language: bw_language, _ genres: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, genres) = (try Handles.session(store), try required(genres, "genres"))
    genres.pointee = try Handles.add(try session.allGenres(displayedIn: try Language(language)))
  }
}

/// Reads the books of a genre, by title, then author. `fields` is as in bw_book_get(). Free the
/// result with bw_result_free(). Fails with BW_ERROR_NOT_FOUND. To read only some of the books, or
/// in another order, use a query.
@_cdecl("bw_genre_list_books")
public func bw_genre_list_books(
  _ store: BWStore?, _ genre: Int64, _ fields: bw_fields, _ books: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, books) = (try Handles.session(store), try required(books, "books"))
    books.pointee = try Handles.add(
      try session.books(ofGenre: genre, BookFields(rawValue: fields)))
  }
}

/// Creates those of the seven standard genres that the store does not have, each with its colour.
/// `created`, which may be NULL, gets the number of created genres.
@_cdecl("bw_genres_create_standard")
public func bw_genres_create_standard(
  _ store: BWStore?, _ created: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let number = try Handles.session(store).createStandardGenres()
    created?.pointee = number
  }
}

/// Returns the names and colours of the seven standard genres (Fantasy, Horror, Kids, Mystery,
/// Poetry, Romance, Thriller), as rows of genres whose ids are 0. Needs no store. Free the result
/// with bw_result_free().
@_cdecl("bw_genres_list_standard")
public func bw_genres_list_standard(
  _ genres: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let genres = try required(genres, "genres")
    genres.pointee = try Handles.add(try RowSet.standardGenres())
  }
}
