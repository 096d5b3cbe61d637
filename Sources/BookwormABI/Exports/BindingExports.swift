// Bindings
//
// A binding connects a control of a frontend to one field: of a book, of a genre (name, colour) or
// of a quote (text, page). The control reads and sets the field, and is notified when another part
// of the program, or another program, sets it. In a preview of the frontend, a constant binding can
// be used instead. A draft is the model of a form: a whole book, genre, quote, reading or shelf
// that belongs to no store, may be incomplete or invalid while it is edited, and is saved by one
// call.
import BookwormFrontend
import BookwormRecords
import CBookwormTypes

/// Binds one field of a book. `field` is one BW_BOOK_* field with a single value, or
/// BW_BOOK_GENRES, or BW_BOOK_PRICE | BW_BOOK_CURRENCY, or both identifier fields, or all
/// contributor fields. `store` must be a store, not a transaction. Free the binding with
/// bw_binding_free(). It uses the same resources as an observer of the book. Fails with
/// BW_ERROR_NOT_FOUND.
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

/// Binds one field of a row: BW_GENRE_NAME or BW_GENRE_COLOUR of a BW_ENTITY_GENRE, or
/// BW_QUOTE_TEXT or BW_QUOTE_PAGE of a BW_ENTITY_QUOTE. Set the value of a genre or a quote with
/// bw_binding_set_text() or bw_binding_set_field(). For a BW_ENTITY_BOOK the call is the same as
/// bw_binding_open(). Fails with BW_ERROR_NOT_FOUND.
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

/// Creates a binding of `field` whose value is always the one in `value`, which is copied; the
/// value is absent if `value->fields` is 0. It belongs to no store and reports no changes.
/// bw_binding_set() checks the value it is given, and changes nothing.
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

/// Creates a constant binding of a text field that bw_binding_open_row() can bind. `text` may be
/// NULL for an absent value. Otherwise like bw_binding_open_constant().
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

/// Creates a draft of a new book, without any field yet. Free it with bw_binding_free().
///
/// bw_binding_set() sets one or more fields. It accepts any values, even invalid ones, except texts
/// that are not UTF-8 or too long. bw_binding_clear_fields() removes fields. bw_binding_get()
/// returns all fields of the draft in a row whose `fields` says which are present (lists always
/// are). bw_binding_check() returns everything that is wrong, and bw_binding_save() creates the
/// book. Genres may be given by id or by name. If dates are set but no status, bw_binding_get()
/// returns the status that the book will get from its dates. A draft reports no changes.
/// bw_binding_set_defaults() gives it the values that a form starts with.
@_cdecl("bw_binding_open_draft")
public func bw_binding_open_draft(
  _ binding: UnsafeMutablePointer<BWBinding?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let binding = try required(binding, "binding")
    binding.pointee = try Handles.add(try DraftBinding())
  }
}

/// Creates a draft of an existing book, with its current values; otherwise like
/// bw_binding_open_draft(). Saving it writes only the fields whose values have changed since it was
/// opened or last saved, so other people's edits of other fields stay. `store` may be a
/// transaction. Fails with BW_ERROR_NOT_FOUND.
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

/// Creates a draft of a new row: a BW_ENTITY_GENRE, BW_ENTITY_QUOTE, BW_ENTITY_READING or
/// BW_ENTITY_SHELF, or a BW_ENTITY_BOOK as by bw_binding_open_draft(). `book` is the id of the book
/// that the new quote or reading belongs to; pass 0 for the other entities. Free the draft with
/// bw_binding_free().
///
/// Set the draft's fields with bw_binding_set_field() or bw_binding_parse_field(). Apart from that,
/// the draft works like the draft of a book: see bw_binding_open_draft(). Setting a reading's page
/// removes its percentage, and setting the percentage removes the page. bw_binding_get() returns a
/// row for bw_result_get_genre(), bw_result_get_quote(), bw_result_get_reading() or
/// bw_result_get_shelf(), without id. bw_binding_save() creates the row like bw_genre_create(),
/// bw_quote_create(), bw_reading_create() or bw_shelf_create(). Fails with BW_ERROR_ARGUMENT for
/// another entity, and for a quote or a reading if `book` is 0. This call does not look for the
/// book: bw_binding_check() and bw_binding_save() report an unknown one.
@_cdecl("bw_binding_open_row_draft")
public func bw_binding_open_row_draft(
  _ entity: bw_entity, _ book: Int64, _ binding: UnsafeMutablePointer<BWBinding?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let binding = try required(binding, "binding")
    binding.pointee = try Handles.add(try Entity(entity).newDraft(ofBook: book))
  }
}

/// Creates a draft of an existing genre, quote, reading, shelf or book, with its current values;
/// otherwise like bw_binding_open_row_draft(). Saving it writes only the fields whose values have
/// changed since it was opened or last saved, in one step. `store` may be a transaction. Fails with
/// BW_ERROR_NOT_FOUND.
@_cdecl("bw_binding_open_row_draft_of")
public func bw_binding_open_row_draft_of(
  _ store: BWStore?, _ entity: bw_entity, _ id: Int64, _ binding: UnsafeMutablePointer<BWBinding?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, binding) = (try Handles.session(store), try required(binding, "binding"))
    binding.pointee = try Handles.add(try Entity(entity).draft(of: id, in: session))
  }
}

/// Gives a draft of a new row the values that a form starts with, for fields that have no value: a
/// book gets the rating and the genre of bw_form_get_defaults(), a genre the colour red, and a
/// reading starts today. Quotes and shelves have no default values. Fails with BW_ERROR_ARGUMENT if
/// the binding is not a draft, or its row is stored already.
@_cdecl("bw_binding_set_defaults")
public func bw_binding_set_defaults(
  _ binding: BWBinding?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.binding(binding).asDraft().setDefaults() }
}

/// Removes fields from a draft. A book's rating, favourite and spoilers become 0, and so does the
/// status of an existing book. All other fields become absent, even the title and, for a new book,
/// the status. Fails with BW_ERROR_ARGUMENT if the binding is not a draft.
@_cdecl("bw_binding_clear_fields")
public func bw_binding_clear_fields(
  _ binding: BWBinding?, _ fields: bw_fields, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    try Handles.binding(binding).asDraft().clear(fields)
  }
}

/// Checks a draft, and reports each field that bw_binding_save() would refuse. `*faults` gets a
/// result with one row per invalid field, for bw_result_get_fault(); see bw_book_check(). Free it
/// with bw_result_free(). If a genre or a shelf has a new name, the call also checks whether that
/// name is taken. One reason for a refusal is found only by saving: a status of a book that
/// contradicts its other readings, see bw_book_update(). Does not wait for writers. Fails with
/// BW_ERROR_NOT_FOUND like bw_binding_save(), and with BW_ERROR_ARGUMENT if the binding is not a
/// draft.
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

/// Saves a draft in a store or a transaction, as one step. The first save of a draft of a new row
/// creates the row, like bw_book_create() or the corresponding call for another entity. Every later
/// save, and every save of a draft of an existing row, changes the row. Only fields whose values
/// have changed since the draft was opened or last saved are written; setting the same value again
/// is not a change. A value that another program has given to such a field meanwhile is
/// overwritten: to ask first, use bw_binding_parse_change(). `id`, which may be NULL, gets the
/// row's id. If saving fails, the draft is unchanged. The row is found by its global id. If the
/// store does not have the row, for example because its creation was rolled back, the call fails
/// with BW_ERROR_NOT_FOUND; open a new draft then. Fails with BW_ERROR_ARGUMENT if the binding is
/// not a draft.
@_cdecl("bw_binding_save")
public func bw_binding_save(
  _ binding: BWBinding?, _ store: BWStore?, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let draft = try Handles.binding(binding).asDraft()
    let saved = try draft.save(to: try Handles.session(store))
    id?.pointee = saved
  }
}

/// Returns the binding's current value: a result of one row with the bound field, or with all
/// fields of a draft. Read it with the function for its entity: bw_result_get_book(),
/// bw_result_get_genre(), bw_result_get_quote(), bw_result_get_reading() or bw_result_get_shelf().
/// Free it with bw_result_free(). A genre's colour is returned as text and as a number. The value
/// is the one last set, or last received by bw_binding_next(). Fails with BW_ERROR_NOT_FOUND if the
/// row was deleted.
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

/// Sets the value and writes it to the store like the function for the field: bw_book_set_rating(),
/// bw_book_set_status() with today's date, bw_book_set_genres(), and bw_book_update() for the rest,
/// with the same rules, errors and cost. `value->fields` is the bound field, or 0 to make an
/// optional value absent. If the call fails, the value is unchanged. For the draft of a book the
/// call sets one or more fields of the draft, and writes nothing to a store: see
/// bw_binding_open_draft(). For the draft of another row, use bw_binding_set_field().
///
/// Each set is a separate write. If the same thread has a write transaction open, the call cannot
/// succeed: it waits for the busy time-out and fails with BW_ERROR_BUSY. Set the value after the
/// transaction has ended.
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

/// Sets one field to a value of the kind that bw_field_parse() returns for it; BW_VALUE_ABSENT
/// removes an optional field. `field` is one field, or several fields that have one value together,
/// such as price and currency: see bw_field_parse(). For a draft, any value of the kind is accepted
/// if it fits in the field's type, as in bw_binding_set(). For a binding of one field, `field` is
/// the bound field, and the value is written. Fails with BW_ERROR_ARGUMENT if the value is of
/// another kind, and with BW_ERROR_INVALID if a number does not fit in the field's type or, in a
/// binding of one field, breaks a rule of the field.
@_cdecl("bw_binding_set_field")
public func bw_binding_set_field(
  _ binding: BWBinding?, _ field: bw_fields, _ value: UnsafePointer<bw_value>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (binding, value) = (try Handles.binding(binding), try input(value, "value"))
    try binding.set(field, try TypedValue(value))
  }
}

/// Sets a text field like bw_binding_set(); `text` may be NULL to make the field absent. Use this
/// call or bw_binding_set_field() for a genre's name or colour and for a quote's text or page,
/// because bw_binding_set() sets only fields of books. They are written like bw_genre_rename(),
/// bw_genre_set_colour() and bw_quote_update(). Fails with BW_ERROR_ARGUMENT if the bound field is
/// not a text, or the binding is a draft.
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

/// Waits until the value in the store differs from the binding's, and then adopts the store's
/// value: read it with bw_binding_get(). `changed` gets 1, or 0 after `timeout` milliseconds
/// without a change. A `timeout` of 0 does not wait, -1 waits forever. Values set through the
/// binding itself are not changes. A draft or a constant binding has no changes: the call waits for
/// the whole `timeout` or, with -1, until the binding is freed. Fails with BW_ERROR_NOT_FOUND if
/// the row was deleted, and with BW_ERROR_HANDLE if the store is closed or the binding freed, even
/// during the wait.
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

/// Gets a file descriptor that is readable when bw_binding_next() may have a change: see
/// bw_observer_get_descriptor(). The descriptor of a draft or a constant binding is never readable.
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
/// and does nothing; a binding that was already freed gives BW_ERROR_HANDLE.
@_cdecl("bw_binding_free")
public func bw_binding_free(_ binding: BWBinding?) -> bw_status {
  boundary(nil, ends: true) { try Handles.end(binding, .binding) }
}
