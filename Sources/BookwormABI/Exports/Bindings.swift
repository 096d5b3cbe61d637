// Bindings
//
// A binding is what a control of a frontend works on: one field of one book, a genre's name or
// colour, or a quote's text or page, that the control reads and sets, and that it hears of when
// another part of the program, or another program, sets it. A constant binding stands in for it in
// a preview. A draft is what a form works on: a whole book, which belongs to no store, may be empty
// or wrong meanwhile, and is saved by one call.
import BookwormModel
import CBookwormTypes

/// Binds one field of a book; `field` is one field of BW_BOOK_*, one that a book may be given as
/// one value, or BW_BOOK_PRICE | BW_BOOK_CURRENCY, or the two of the identifiers.
/// `store` must be a store, not a transaction. Free the binding with bw_binding_free(). Fails with
/// BW_ERROR_NOT_FOUND where there is no such book. It takes what an observer of the book takes.
@_cdecl("bw_binding_open")
public func bw_binding_open(
  _ store: BWStore?, _ book: Int64, _ field: bw_fields,
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, binding) = (try Handles.store(store), try required(binding, "binding"))
    let field = BookFields(rawValue: field)
    binding.pointee = try Handles.add(try RowBinding(store, book: book, field))
  }
}

/// Binds one field of a row: BW_GENRE_NAME or BW_GENRE_COLOUR of a BW_ENTITY_GENRE, BW_QUOTE_TEXT
/// or BW_QUOTE_PAGE of a BW_ENTITY_QUOTE, to be set by bw_binding_set_text(); of a BW_ENTITY_BOOK,
/// what bw_binding_open() binds. Else as there: it fails with BW_ERROR_NOT_FOUND where there is no
/// row with this id.
@_cdecl("bw_binding_open_row")
public func bw_binding_open_row(
  _ store: BWStore?, _ entity: bw_entity, _ id: Int64, _ field: bw_fields,
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, binding) = (try Handles.store(store), try required(binding, "binding"))
    binding.pointee = try Handles.add(try RowBinding(store, try Entity(entity), id, field))
  }
}

/// Makes a binding of `field` that always has the value that `value` gives, which is copied; a
/// `value->fields` of 0 stands for an absent one. It belongs to no store and hears of no change;
/// bw_binding_set() checks what it is given, and changes nothing.
@_cdecl("bw_binding_open_constant")
public func bw_binding_open_constant(
  _ field: bw_fields, _ value: UnsafePointer<bw_book>?,
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (value, binding) = (
      try BookDraft(input(value, "value")), try required(binding, "binding")
    )
    let field = BookFields(rawValue: field)
    binding.pointee = try Handles.add(try ConstantBinding(field, value))
  }
}

/// Makes a binding of a field that bw_binding_open_row() binds, one that is a text, which always
/// has this text; `text` may be NULL for an absent one. Else as bw_binding_open_constant().
@_cdecl("bw_binding_open_constant_text")
public func bw_binding_open_constant_text(
  _ entity: bw_entity, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ text_length: Int64,
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, binding) = (
      try optionalText(text, text_length, "text"), try required(binding, "binding")
    )
    binding.pointee = try Handles.add(try ConstantBinding(try Entity(entity), field, text: text))
  }
}

/// Makes a draft of a new book, which has no field yet. Free it with bw_binding_free().
///
/// bw_binding_set() gives it one or more fields, a value of any kind: only that its texts are UTF-8
/// and not too long is checked. bw_binding_clear_fields() takes fields away, bw_binding_get() gives
/// all that it has, in a row whose `fields` say what that is (lists are always there),
/// bw_binding_check() says all that is wrong with it, and bw_binding_save() creates the book.
/// Genres may be given by their ids or by their names. It hears of no change.
@_cdecl("bw_binding_open_draft")
public func bw_binding_open_draft(
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let binding = try required(binding, "binding")
    binding.pointee = try Handles.add(try DraftBinding())
  }
}

/// Makes a draft of a book that is there, with the values that it has now; else as
/// bw_binding_open_draft(). To save it changes the fields that were set or cleared, and no others.
/// `store` may be a transaction. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_binding_open_draft_of")
public func bw_binding_open_draft_of(
  _ store: BWStore?, _ book: Int64, _ binding: UnsafeMutablePointer<BWBinding?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, binding) = (try Handles.session(store), try required(binding, "binding"))
    binding.pointee = try Handles.add(try DraftBinding(session, book: book))
  }
}

/// Takes fields away from a draft, of BW_BOOK_*: rating, favourite and status become 0, what else
/// it has absent, also a title. Fails with BW_ERROR_ARGUMENT where the binding is no draft.
@_cdecl("bw_binding_clear_fields")
public func bw_binding_clear_fields(
  _ binding: BWBinding?, _ fields: bw_fields, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.binding(binding).asDraft().clear(BookFields(rawValue: fields))
  }
}

/// Says all for which bw_binding_save() would refuse a draft: a result with a row for each field at
/// fault, for bw_result_get_fault(), to be freed with bw_result_free(); see bw_book_check(). Waits
/// for no other writer. Fails with BW_ERROR_NOT_FOUND as bw_binding_save() does, and with
/// BW_ERROR_ARGUMENT where the binding is no draft.
@_cdecl("bw_binding_check")
public func bw_binding_check(
  _ binding: BWBinding?, _ store: BWStore?, _ faults: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (draft, faults) = (try Handles.binding(binding).asDraft(), try required(faults, "faults"))
    faults.pointee = try Handles.add(try draft.faults(in: try Handles.session(store)))
  }
}

/// Saves a draft in a store, or in a transaction, as one step: creates its book, as
/// bw_book_create() does, or changes the book that it was opened of, or saved as, as
/// bw_book_update() does. `id`, which may be NULL, gets the book's id. Where that fails, the draft
/// stays as it was. The book is known by its global id: fails with BW_ERROR_NOT_FOUND where the
/// store does not have it, as after a transaction that was rolled back, and with BW_ERROR_ARGUMENT
/// where the binding is no draft.
@_cdecl("bw_binding_save")
public func bw_binding_save(
  _ binding: BWBinding?, _ store: BWStore?, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let draft = try Handles.binding(binding).asDraft()
    let book = try draft.save(to: try Handles.session(store))
    id?.pointee = book
  }
}

/// Gives the value that the binding holds: a result of one row with its one field, or with all that
/// a draft has, to be read with bw_result_get_book(), of a genre or a quote with
/// bw_result_get_genre() or bw_result_get_quote(), and freed with bw_result_free(). A genre's
/// colour comes as text and as a number. It is the one that was last set or taken over by
/// bw_binding_next(). Fails with BW_ERROR_NOT_FOUND when the row has been deleted.
@_cdecl("bw_binding_get")
public func bw_binding_get(
  _ binding: BWBinding?, _ value: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, value) = (try Handles.binding(binding), try required(value, "value"))
    value.pointee = try Handles.add(try binding.get())
  }
}

/// Sets the value, and writes it to the store as the function for it does: bw_book_set_rating(),
/// bw_book_set_status() with today's date, bw_book_set_genres(), and bw_book_update() for the rest;
/// with the same rules, errors and cost. `value->fields` is the binding's field, or 0 to make the
/// value absent, where a book may be without it. Where that fails, the value stays as it was. Of a
/// draft it gives one or more fields, and writes nothing: see bw_binding_open_draft().
///
/// A set is a write of its own through the store. Within a transaction of the same thread it would
/// wait for itself until the busy time-out: set the value after the transaction.
@_cdecl("bw_binding_set")
public func bw_binding_set(
  _ binding: BWBinding?, _ value: UnsafePointer<bw_book>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, value) = (try Handles.binding(binding), try BookDraft(input(value, "value")))
    try binding.set(value)
  }
}

/// Sets a text, as bw_binding_set() does; `text` may be NULL to make it absent. It is the one way
/// for a genre's name or colour, or a quote's text or page, which it writes as bw_genre_rename(),
/// bw_genre_set_colour() and bw_quote_update() do. Fails with BW_ERROR_ARGUMENT where the binding
/// is of no text, or a draft.
@_cdecl("bw_binding_set_text")
public func bw_binding_set_text(
  _ binding: BWBinding?, _ text: UnsafePointer<CChar>?, _ text_length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let binding = try Handles.binding(binding)
    try binding.set(text: try optionalText(text, text_length, "text"))
  }
}

/// Waits until the store has another value than the binding holds, and takes it over: read it with
/// bw_binding_get(). `changed` gets 1, or 0 where that was not so within `timeout` milliseconds; 0
/// only looks, -1 waits for ever. What was set through the binding itself is no change. Fails with
/// BW_ERROR_NOT_FOUND when the row has been deleted, and with BW_ERROR_HANDLE when the store is
/// closed or the binding freed, also while it waits.
@_cdecl("bw_binding_next")
public func bw_binding_next(
  _ binding: BWBinding?, _ timeout: Int64, _ changed: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, changed) = (try Handles.binding(binding), try required(changed, "changed"))
    changed.pointee = try binding.next(timeout) ? 1 : 0
  }
}

/// Gives a file descriptor that is readable when bw_binding_next() may have something to tell: see
/// bw_observer_get_descriptor(). That of a constant binding never is.
@_cdecl("bw_binding_get_descriptor")
public func bw_binding_get_descriptor(
  _ binding: BWBinding?, _ descriptor: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let descriptor = try required(descriptor, "descriptor")
    descriptor.pointee = try Handles.binding(binding).descriptor
  }
}

/// Frees a binding; a thread that waits in bw_binding_next() gets BW_ERROR_HANDLE. NULL is allowed
/// and does nothing; one that is freed already gives BW_ERROR_HANDLE.
@_cdecl("bw_binding_free")
public func bw_binding_free(_ binding: BWBinding?) -> bw_status {
  boundary(nil, ends: true) { try Handles.end(binding, Binding.handleKind) }
}
