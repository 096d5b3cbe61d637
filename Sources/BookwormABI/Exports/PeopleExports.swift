// People
//
// Contributors of books are people, identified by their names: two names that differ only in case,
// accents or surrounding white space are one person. A book without contributors has one person,
// its author. Statistics and facets by author (BW_GROUP_AUTHOR) count each author of a book: its
// contributors with the role "author", or its `author` if it has none of these. There are also
// groups for the other known roles, such as BW_GROUP_TRANSLATOR, and one for people in any role,
// BW_GROUP_PERSON. The roles themselves are listed by BW_GROUP_ROLE.
import BookwormBooks
import BookwormRecords
import CBookwormTypes

/// Keeps the books of the person with this name: those that have the person as a contributor in
/// `role`, which may be NULL for any role. With the role "author", or without a role, the call also
/// keeps the books whose `author` is this name. Case in roles is ignored. After several calls, all
/// must match. Cost: index lookups, or a scan for a name without letters and digits.
@_cdecl("bw_query_where_person")
public func bw_query_where_person(
  _ query: BWQuery?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ role: UnsafePointer<CChar>?, _ role_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let name = try givenText(name, name_length, "name")
    let role = try optionalText(role, role_length, "role") ?? noText
    try Handles.query(query).change { try $0.filter(person: name, role: role) }
  }
}

/// Keeps the books with a contributor whose name contains the text, ignoring case and accents.
/// `role`, which may be NULL for any role, is the contributor's. With the role "author", or without
/// a role, also keeps the books whose `author` contains the text. bw_query_where_contains() with
/// BW_BOOK_AUTHOR is the same as this call with the role "author". After several calls, all must
/// match. Cost: a scan of the books and contributors.
@_cdecl("bw_query_where_person_contains")
public func bw_query_where_person_contains(
  _ query: BWQuery?, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ role: UnsafePointer<CChar>?, _ role_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try givenText(text, length, "text")
    let role = try optionalText(role, role_length, "role") ?? noText
    try Handles.query(query).change { try $0.filter(personContains: text, role: role) }
  }
}

/// Renames a person in all books as one step, so that two spellings of a name become one. It
/// changes every contributor with the name, in any role, and every `author` that is this name. An
/// author that was derived from contributors changes with them. A book that has both spellings in
/// one role keeps the first.
///
/// `sort`, which may be NULL, is the new sort form. If it is NULL, the renamed contributors get the
/// sort form of another contributor who has the new name already, or none. If only case or accents
/// change, they keep their sort forms. `changed`, which may be NULL, gets the number of books that
/// changed: 0 for an unknown name. Fails with BW_ERROR_INVALID for a blank name or sort form, and
/// with BW_ERROR_TOO_LARGE for one of more than 16 KiB. Cost: a scan of all authors, and a write of
/// each book of the person.
@_cdecl("bw_person_rename")
public func bw_person_rename(
  _ store: BWStore?, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ new_name: UnsafePointer<CChar>?, _ new_name_length: Int64, _ sort: UnsafePointer<CChar>?,
  _ sort_length: Int64, _ changed: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let name = try givenText(name, name_length, "name")
    let newName = try givenText(new_name, new_name_length, "new_name")
    let sort = try optionalText(sort, sort_length, "sort") ?? noText
    let number = try Handles.session(store).renamePerson(name, to: newName, sort: sort)
    changed?.pointee = number
  }
}
